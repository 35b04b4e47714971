declare module 'linebreak' {
  /** Break opportunities of UAX 14, in the order of the text. */
  export default class LineBreaker {
    constructor(text: string);
    /** `position` is where the next line may begin, in UTF-16 units; `required` after a line feed and the like. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
