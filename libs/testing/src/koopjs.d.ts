declare module '@koopjs/featureserver' {
  import type { Request, Response } from 'express';
  type Handler = (req: Request, res: Response, data: unknown) => void;
  const koop: {
    restInfo: Handler;
    serverInfo: Handler;
    layerInfo: Handler;
    query: Handler;
    setLogger(options: { logger: object }): void;
  };
  export default koop;
}
