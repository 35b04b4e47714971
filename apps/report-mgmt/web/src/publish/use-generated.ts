import { sentenceOf, uploadFile } from '@cairn/ui';
import { useState } from 'react';
import { hrefOf } from '../addresses.ts';
import type { Finding, GeneratedDefinition } from '../client.ts';
import { readFinding } from '../report/read-finding.ts';

interface Generated {
  /** The definition as text. */
  text: string;
  title: string;
  findings: Finding[];
}

/** Makes a definition from the parameters of a template; nothing is kept on the server. */
export function useGenerated() {
  const [generated, setGenerated] = useState<Generated | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);

  async function generate(file: File): Promise<Generated | null> {
    setGenerated(null);
    setProblem(null);
    setReading(true);
    try {
      const { definition, findings } = await uploadFile<GeneratedDefinition>({
        url: hrefOf('/reports/generate_report_context.php'),
        file,
        field: 'template',
      });
      const result = {
        text: JSON.stringify(definition, null, 2),
        title: typeof definition.title === 'string' ? definition.title : '',
        findings: findings.map(readFinding),
      };
      setGenerated(result);
      return result;
    } catch (error) {
      setProblem(sentenceOf(error));
      return null;
    } finally {
      setReading(false);
    }
  }

  function reset(): void {
    setGenerated(null);
    setProblem(null);
  }

  return { generated, problem, isReading, generate, reset };
}
