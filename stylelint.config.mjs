const literal = ['/\\d(px|rem|em|%|v[hw])/'];

/** Sizes, colors and gaps come from the theme, in screens and in the kit alike. The palette itself is in theme/tokens.css. */
export default {
  ignoreFiles: ['apps/web/app/theme/tokens.css'],
  rules: {
    'color-no-hex': [true, { message: 'Use a color of theme/tokens.css.' }],
    'color-named': ['never', { message: 'Use a color of theme/tokens.css.' }],
    'function-disallowed-list': [['/^(rgb|hsl|hwb|lab|lch|oklab|oklch)a?$/'], { message: 'Use a color of theme/tokens.css.' }],
    'declaration-property-value-disallowed-list': [
      { 'font-size': literal, font: literal, '/^(row-|column-)?gap$/': literal },
      { message: 'Use a size of theme/theme.ts: var(--mantine-font-size-sm), var(--mantine-spacing-md).' },
    ],
  },
};
