import type { ReactElement } from 'react';
import css from './icons.module.css';

/** A path, a circle (`cx, cy, r`), a rectangle (`x, y, width, height, rx`), or an element with a fill or a width of stroke that differs. */
type Shape = string | readonly [number, number, number] | readonly [number, number, number, number, number] | ReactElement;

/** Outline icons on a 20-unit grid. All of them are decoration beside a word or inside a labelled button. */
const drawings = {
  certificate: [
    'M4 3.5h12v9.5H4zM7 6.5h6M7 9h3.5',
    <circle key="certificate" cx="13" cy="13" r="2.2" fill="var(--na-canvas)" />,
    'M11.9 15v3l1.1-.8 1.1.8v-3',
  ],
  bell: 'M5.5 14V9a4.5 4.5 0 0 1 9 0v5l1.2 1H4.3zM8.5 17.2h3',
  horn: 'M3.5 8v4h3l7 4V4l-7 4zM16.5 8v4',
  plus: 'M10 4.5v11M4.5 10h11',
  keyboard: [[2.5, 5.5, 15, 9.5, 1.5], 'M5.5 8.5h.1M8.5 8.5h.1M11.5 8.5h.1M14.5 8.5h.1M7 12h6'],
  menu: 'M3 6h14M3 10h14M3 14h14',
  search: [[9, 9, 5.5], 'M13 13l4 4'],
  more: [<path key="more" d="M5 10h.1M10 10h.1M15 10h.1" strokeWidth="2.2" />],
  refresh: 'M16 10a6 6 0 1 1-1.8-4.3M16.3 3v3.5h-3.5',
  chevronLeft: 'M12 4.5L6.5 10l5.5 5.5',
  chevronRight: 'M8 4.5l5.5 5.5L8 15.5',
  chevronDown: 'M5 7.5l5 5 5-5',
  help: [[10, 10, 7], 'M7.8 8a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M10 14h.1'],
  trash: 'M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11',
  chart: 'M4 16.5v-5M8 16.5v-9M12 16.5v-6.5M16 16.5v-12',
  activity: 'M2.5 10.5h4l2-6 3 11 2-5h4',
  copy: [[7, 7, 9.5, 9.5, 1.2], 'M13 4.5V3.5H3.5V13h1'],
  download: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  upload: 'M10 13.5v-9M6 8l4-4 4 4M4 16.5h12',
  layers: 'M10 3.5l7 3.5-7 3.5L3 7zM3.5 10.5L10 13.8l6.5-3.3M3.5 13.5l6.5 3.3 6.5-3.3',
  calendar: [[3.5, 4.5, 13, 12, 1], 'M3.5 8.5h13M7 3v3M13 3v3'],
  check: 'M4 10.5l4 4 8-9',
  edit: 'M4 16l.8-3.5L13.5 4l2.5 2.5-8.5 8.7z',
  close: 'M5 5l10 10M15 5L5 15',
  eye: ['M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5z', [10, 10, 2.2]],
  eyeOff: ['M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5z', [10, 10, 2.2], 'M4 16.5l12-13'],
  sun: [[10, 10, 3.2], 'M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M15.3 4.7l-1.4 1.4M6.1 13.9l-1.4 1.4'],
  moon: 'M16.2 12.2A6.8 6.8 0 0 1 7.8 3.8a6.8 6.8 0 1 0 8.4 8.4z',
  auto: [[10, 10, 6.5], <path key="auto" d="M10 3.5v13a6.5 6.5 0 0 0 0-13z" fill="currentColor" />],
  mail: [[3, 4.5, 14, 11, 1.2], 'M3.5 6l6.5 5 6.5-5'],
  hash: 'M7.5 3.5L6 16.5M14 3.5l-1.5 13M4 7.5h13M3 12.5h13',
  send: 'M17 3.5L3 9l4.5 2L17 3.5zM17 3.5L12 16.5 7.5 11',
  chat: 'M3.5 4.5h13v9H9l-3.5 3v-3h-2z',
  team: [[7.8, 7, 2.7], 'M3 16c.4-3 2.2-4.5 4.8-4.5s4.4 1.5 4.8 4.5M13 4.6a2.6 2.6 0 0 1 0 4.8M14.8 12c1.3.7 2 2 2.2 4'],
  bolt: 'M11 2.5L4.5 11.5H10l-1 6 6.5-9H10z',
  nodes: [[5, 14, 2], [15, 14, 2], [10, 5, 2], 'M9 6.8l-3 5.5M11 6.8l3 5.5M7 14h6'],
  card: [[3, 5, 14, 10.5, 1.5], 'M3 8.5h14M6 12.5h3'],
  lock: [[4.5, 9, 11, 7.5, 1.2], 'M7 9V6.5a3 3 0 0 1 6 0V9'],
  sliders: ['M3.5 6h7M14 6h2.5M3.5 14H6M9.5 14h7', [12.2, 6, 1.8], [7.8, 14, 1.8]],
  person: [[10, 7, 3], 'M4 16.5c.6-3.3 2.8-5 6-5s5.4 1.7 6 5'],
  key: [[6.8, 13.2, 3], 'M9 11l6.5-6.5M13 7l2 2'],
  log: 'M4 4.5h12M4 8.2h12M4 11.8h7M4 15.5h7M14 12.5l1.5 1.5 2-3',
  globe: [[10, 10, 7], 'M3 10h14M10 3c4 4.5 4 9.5 0 14M10 3c-4 4.5-4 9.5 0 14'],
  discovery: 'M10 10l4.6-4.6M16.5 10A6.5 6.5 0 1 1 10 3.5M13 10a3 3 0 1 1-3-3',
  database: [
    <ellipse key="database" cx="10" cy="5" rx="6" ry="2.2" />,
    'M4 5v10c0 1.2 2.7 2.2 6 2.2s6-1 6-2.2V5M4 10c0 1.2 2.7 2.2 6 2.2s6-1 6-2.2',
  ],
  shield: 'M10 3l6 2.2v4.3c0 3.6-2.4 6-6 7.5-3.6-1.5-6-3.9-6-7.5V5.2z',
  logout: 'M8 4H4v12h4M12.5 6.5L16 10l-3.5 3.5M16 10H8',
} as const satisfies Record<string, string | readonly Shape[]>;

export type IconName = keyof typeof drawings;

function draw(shape: Shape): ReactElement {
  if (typeof shape === 'string') return <path key={shape} d={shape} />;
  if (!('length' in shape)) return shape;
  const [x, y, size, height, rx] = shape;
  const key = `${x} ${y}`;
  return height === undefined ? (
    <circle key={key} cx={x} cy={y} r={size} />
  ) : (
    <rect key={key} x={x} y={y} width={size} height={height} rx={rx} />
  );
}

interface DrawingProps {
  readonly shapes: string | readonly Shape[];
  /** 18 px, or 16 px beside small text and inside buttons. */
  readonly small?: boolean;
}

/** Draws an icon that only a few screens have, so that the others do not load it. */
export function Drawing({ shapes, small = false }: DrawingProps) {
  return (
    <svg className={small ? `${css.icon} ${css.small}` : css.icon} viewBox="0 0 20 20" aria-hidden="true">
      {(typeof shapes === 'string' ? [shapes] : shapes).map(draw)}
    </svg>
  );
}

interface IconProps extends Pick<DrawingProps, 'small'> {
  readonly name: IconName;
}

export const Icon = ({ name, small = false }: IconProps) => <Drawing shapes={drawings[name]} small={small} />;
