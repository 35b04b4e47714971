import { hasCharacter } from './character-set.ts';
import type { FontFace } from './font-face.ts';
import { openFace } from './font-face.ts';
import type { FontFamily } from './font-files.ts';
import { cjkFamily, folderFamilies, packagedFamilies } from './font-files.ts';

export interface FontOptions {
  /** Folder with more fonts: `.ttf` and `.otf` files by their family names, and Noto Sans CJK. */
  fontsRoot?: string;
  /** BCP 47; Chinese, Japanese and Korean prefer different forms of the same character. */
  lang?: string;
}

export interface FaceRequest {
  family?: string | undefined;
  bold?: boolean | undefined;
  italic?: boolean | undefined;
}

/** The fonts of one document. */
export interface Fonts {
  /** The face for a font name of a template. `replaced` is true where the name is neither installed nor a usual sans serif. */
  face(request: FaceRequest): { face: FontFace; replaced: boolean };
  /** The first face, the given one before all, that has the character; null when none has it. */
  faceFor(codePoint: number, request: FaceRequest & { face: FontFace }): FontFace | null;
  /** Files of all faces, for programs that draw SVG. */
  files(): string[];
}

/** Names that every reader takes for a plain sans serif: they are drawn in Noto Sans without a warning. */
const SANS = new Set([
  'arial',
  'calibri',
  'dejavu sans',
  'helvetica',
  'helvetica neue',
  'liberation sans',
  'noto sans',
  'open sans',
  'roboto',
  'sans',
  'sans-serif',
  'sansserif',
  'segoe ui',
  'tahoma',
  'verdana',
]);

/** Finds fonts. Files are opened when a text first needs them. */
export function createFonts(options: FontOptions = {}): Fonts {
  const [sans, ...scripts] = packagedFamilies();
  if (!sans) throw new Error('The package of Noto Sans is not installed.');
  const cjk = cjkFamily(options.lang ?? '', options.fontsRoot);
  const own = folderFamilies(options.fontsRoot);
  const named = new Map(own.map((family) => [family.name.toLowerCase(), family]));
  const fallbacks = [sans, ...scripts, ...(cjk ? [cjk] : []), ...own];
  const regular = openFace(sans.regular);
  if (!regular) throw new Error(`The font ${sans.regular.file} cannot be read. Install the packages again.`);

  return {
    face(request) {
      const name = (request.family ?? 'sans-serif').toLowerCase();
      const family = named.get(name) ?? sans;
      return {
        face: pick(family, request) ?? regular,
        replaced: family === sans && !SANS.has(name),
      };
    },
    faceFor(codePoint, request) {
      // Noto Sans has these too, but its lines leave no room for what is drawn below them.
      const isDevanagari = codePoint >= 0x900 && codePoint <= 0x97f;
      if (!isDevanagari && hasCharacter(request.face, codePoint)) return request.face;
      for (const family of isDevanagari ? fallbacks.slice(1) : fallbacks) {
        const face = pick(family, request);
        if (face && hasCharacter(face, codePoint)) return face;
      }
      return null;
    },
    files: () =>
      fallbacks.flatMap(({ regular: plain, bold, italic }) =>
        [plain, bold, italic].flatMap((face) => (face ? [face.file] : [])),
      ),
  };
}

function pick(family: FontFamily, { bold, italic }: FaceRequest): FontFace | null {
  const wanted =
    bold && italic
      ? (family.boldItalic ?? family.bold ?? family.italic)
      : bold
        ? family.bold
        : italic
          ? family.italic
          : undefined;
  return openFace(wanted ?? family.regular);
}
