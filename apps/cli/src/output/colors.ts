/** SGR codes that every terminal supports; the user's palette sets the actual colors. */
const codes = { red: '31', green: '32', yellow: '33', magenta: '35', dim: '2', bold: '1' } as const;

export type Color = keyof typeof codes;
export type Paint = (color: Color, text: string) => string;

interface Surface {
  readonly isTTY?: boolean | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Uses colors on a terminal only, unless NO_COLOR is set (no-color.org) or the terminal is dumb. */
export const createPaint = ({ isTTY }: Surface, env: Environment): Paint => {
  const plain = isTTY !== true || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  return plain ? (_, text) => text : (color, text) => `\u001b[${codes[color]}m${text}\u001b[0m`;
};
