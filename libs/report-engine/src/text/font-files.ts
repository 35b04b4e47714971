import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FaceSource } from './font-face.ts';
import { openFont, packageFile } from './font-face.ts';

/** Regular, bold, italic, bold italic; a family without a slant or a weight uses what it has. */
export interface FontFamily {
  name: string;
  regular: FaceSource;
  bold?: FaceSource;
  italic?: FaceSource;
  boldItalic?: FaceSource;
}

/** The families that are installed with the engine. Noto Sans comes first; the others fill in what it lacks. */
export function packagedFamilies(): FontFamily[] {
  const latin = { ascent: 0.96, descent: 0.26 };
  const arabic = { ascent: 1.02, descent: 0.46 };
  const devanagari = { ascent: 0.96, descent: 0.4 };
  return [
    {
      name: 'Noto Sans',
      regular: { key: 'sans', file: expo('noto-sans', '400Regular', 'NotoSans'), ...latin },
      bold: { key: 'sans-bold', file: expo('noto-sans', '700Bold', 'NotoSans'), ...latin },
      italic: { key: 'sans-italic', file: expo('noto-sans', '400Regular_Italic', 'NotoSans'), ...latin },
      boldItalic: {
        key: 'sans-bold-italic',
        file: expo('noto-sans', '700Bold_Italic', 'NotoSans'),
        ...latin,
      },
    },
    script('Noto Sans Arabic', 'noto-sans-arabic', 'NotoSansArabic', arabic),
    script('Noto Sans Hebrew', 'noto-sans-hebrew', 'NotoSansHebrew', latin),
    script('Noto Sans Devanagari', 'noto-sans-devanagari', 'NotoSansDevanagari', devanagari),
  ];
}

function script(name: string, folder: string, file: string, lines: Pick<FaceSource, 'ascent' | 'descent'>) {
  return {
    name,
    regular: { key: folder, file: expo(folder, '400Regular', file), ...lines },
    bold: { key: `${folder}-bold`, file: expo(folder, '700Bold', file), ...lines },
  };
}

function expo(folder: string, weight: string, file: string): string {
  return packageFile(`@expo-google-fonts/${folder}/${weight}/${file}_${weight}.ttf`);
}

const CJK_FOLDERS = [
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/google-noto-sans-cjk-fonts',
  '/usr/share/fonts/noto-cjk',
  '/usr/share/fonts/noto',
  '/usr/share/fonts/truetype',
];

/** Noto Sans CJK of the system or of `fontsRoot`, with the forms of characters that the language prefers; null when it is missing. */
export function cjkFamily(lang: string, fontsRoot?: string): FontFamily | null {
  const folders = [...(fontsRoot ? [fontsRoot] : []), ...CJK_FOLDERS];
  const folder = folders.find((path) => existsSync(join(path, 'NotoSansCJK-Regular.ttc')));
  if (!folder) return null;
  const region = cjkRegion(lang);
  const face = (weight: 'Regular' | 'Bold'): FaceSource => ({
    key: `cjk-${region}-${weight}`,
    file: join(folder, `NotoSansCJK-${weight}.ttc`),
    faceName: `NotoSansCJK${region}-${weight}`,
    ascent: 0.96,
    descent: 0.26,
  });
  const hasBold = existsSync(join(folder, 'NotoSansCJK-Bold.ttc'));
  return { name: 'Noto Sans CJK', regular: face('Regular'), ...(hasBold ? { bold: face('Bold') } : {}) };
}

function cjkRegion(lang: string): string {
  if (/^ja\b/i.test(lang)) return 'jp';
  if (/^ko\b/i.test(lang)) return 'kr';
  if (/^zh-(hk|mo)\b/i.test(lang)) return 'hk';
  return /^zh-(tw|hant)\b/i.test(lang) ? 'tc' : 'sc';
}

/** Families of the font files in a folder of the operator, by the names that the files state. */
export function folderFamilies(folder: string | undefined): FontFamily[] {
  if (!folder || !existsSync(folder)) return [];
  const families = new Map<string, FontFamily>();
  for (const name of readdirSync(folder).toSorted()) {
    if (!/\.(ttf|otf)$/i.test(name)) continue;
    const file = join(folder, name);
    const font = openFont(file);
    if (!font) continue;
    const face: FaceSource = { key: file, file };
    const family = families.get(font.familyName) ?? { name: font.familyName, regular: face };
    const bold = /bold|black|heavy/i.test(font.subfamilyName);
    const italic = /italic|oblique/i.test(font.subfamilyName);
    if (bold && italic) family.boldItalic = face;
    else if (bold) family.bold = face;
    else if (italic) family.italic = face;
    else family.regular = face;
    families.set(font.familyName, family);
  }
  return [...families.values()];
}
