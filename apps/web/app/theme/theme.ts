import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

type Shades = MantineColorsTuple;

const steel: Shades = ['#edf7fe', '#d8edfc', '#bcdef9', '#9dccf4', '#78b1e4', '#5994cc', '#3f78b3', '#255488', '#1b4270', '#14325d'];
const red: Shades = ['#fff1f1', '#ffe2e1', '#ffcac9', '#ff9a9c', '#fd7e82', '#e8404a', '#d02940', '#a30a2a', '#850620', '#620817'];
const orange: Shades = ['#fff3e9', '#ffe4cf', '#ffceaa', '#fbb07c', '#ee9038', '#d96f1a', '#bd4f05', '#8f3d00', '#762f00', '#561f02'];
const yellow: Shades = ['#fcf5df', '#f9ebbe', '#f8e19a', '#f6d36b', '#dabb50', '#ac8800', '#8f7000', '#6b5200', '#544300', '#3c2f00'];
const green: Shades = ['#eaf9f3', '#d1f3e4', '#ace9d0', '#85daba', '#68cca9', '#3dba93', '#087f63', '#0a6650', '#07503c', '#043a2a'];
const gray: Shades = ['#f6f8f9', '#eff1f3', '#e6e9ec', '#dadde1', '#b4b9bf', '#7f858c', '#5b626b', '#414750', '#262b31', '#14171b'];
const dark: Shades = ['#ffffff', '#c6c9cd', '#a0a4aa', '#8d9197', '#4b4e53', '#313336', '#242526', '#1e1e1e', '#181818', '#121212'];

/**
 * autoContrast picks one text color from the light shade; the primary is deep in light and pale in dark, so fill and
 * text come from variables here.
 */
const filled: Record<string, { background: string; hover: string; color: string }> = {
  steel: { background: 'var(--na-accent)', hover: 'var(--na-accent-hover)', color: 'var(--na-on-accent)' },
  red: { background: 'var(--na-expired-solid)', hover: 'var(--mantine-color-red-7)', color: 'var(--na-on-expired)' },
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const base = defaultVariantColorsResolver(input);
  const name = input.color ?? input.theme.primaryColor;
  const fill = filled[name];
  if (input.variant === 'filled' && fill) return { ...base, ...fill };
  if (input.variant === 'light' && name === 'steel') {
    return { ...base, background: 'var(--na-accent-tint)', hover: 'var(--na-accent-tint)', color: 'var(--na-accent-fg)' };
  }
  return base;
};

const buttonSizes: Record<string, readonly [height: string, fontSize: string, padding: string]> = {
  sm: ['28px', '13px', '10px'],
  md: ['32px', '14px', '12px'],
  lg: ['40px', '14px', '16px'],
};

const buttonSize = (size = 'md'): Record<string, string> => {
  const [height, fontSize, padding] = buttonSizes[size] ?? ['32px', '14px', '12px'];
  return { '--button-height': height, '--button-fz': fontSize, '--button-padding-x': padding };
};

const inputSizes: Record<string, readonly [height: string, fontSize: string]> = {
  xs: ['32px', '13px'],
  sm: ['36px', '14px'],
  lg: ['40px', '14px'],
};

const inputSize = (size = 'sm'): Record<string, string> => {
  const [height, fontSize] = inputSizes[size] ?? ['36px', '14px'];
  return { '--input-height': height, '--input-size': height, '--input-fz': fontSize };
};

const onAccent = { iconColor: 'var(--na-on-accent)' };

export const theme = createTheme({
  primaryColor: 'steel',
  primaryShade: { light: 7, dark: 3 },
  black: '#14171b',
  colors: { steel, red, orange, yellow, green, gray, dark },
  fontFamily: '"Atkinson Hyperlegible Next Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"Atkinson Hyperlegible Mono Variable", ui-monospace, monospace',
  fontSizes: { xxs: '11px', xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px', figure: '28px', hero: '60px' },
  lineHeights: { xxs: '1.46', xs: '1.34', sm: '1.54', md: '1.43', lg: '1.5', xl: '1.34', figure: '1.22', hero: '1.07' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '18px', lineHeight: '24px' },
      h3: { fontSize: '16px', lineHeight: '24px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xxs: '4px', xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: { vars: (_theme: unknown, props: { size?: string }) => ({ root: buttonSize(props.size) }) },
    Input: { vars: (_theme: unknown, props: { size?: string }) => ({ wrapper: inputSize(props.size) }) },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
      vars: () => ({
        label: { '--input-label-size': '13px' },
        description: { '--input-description-size': '12px' },
        error: { '--input-error-size': '12px' },
      }),
    },
    Paper: { defaultProps: { withBorder: true, radius: 'md' } },
    Card: { defaultProps: { withBorder: true, radius: 'md' } },
    Modal: { defaultProps: { radius: 'lg', centered: true, transitionProps: { transition: 'fade', duration: 140 } } },
    // Its <header> would count as a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // The placeholder is a focusable child that role=menu may not have.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Checkbox: { defaultProps: { ...onAccent, radius: 'xs', size: 'xs' } },
    Radio: { defaultProps: { ...onAccent, size: 'xs' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Badge: { defaultProps: { variant: 'light', radius: 'xs', tt: 'none', fw: 600 } },
    PaginationRoot: { vars: () => ({ root: { '--pagination-active-color': 'var(--na-on-accent)' } }) },
    Pagination: { vars: () => ({ root: { '--pagination-active-color': 'var(--na-on-accent)' } }) },
    Tooltip: { defaultProps: { openDelay: 300, radius: 'sm' } },
    Notification: { defaultProps: { radius: 'md' } },
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--na-canvas)',
    '--mantine-color-text': 'var(--na-text)',
    '--mantine-color-dimmed': 'var(--na-text-3)',
    '--mantine-color-placeholder': 'var(--na-text-3)',
    '--mantine-color-anchor': 'var(--na-accent-fg)',
    '--mantine-color-error': 'var(--na-expired-fg)',
    '--mantine-color-default': 'transparent',
    '--mantine-color-default-hover': 'var(--na-hover)',
    '--mantine-color-default-border': 'var(--na-border-strong)',
    '--mantine-color-disabled': 'var(--na-sunken)',
    '--mantine-color-disabled-color': 'var(--na-disabled)',
    '--mantine-color-disabled-border': 'var(--na-border)',
    '--mantine-primary-color-contrast': 'var(--na-on-accent)',
  };
  return { variables: {}, light: shared, dark: shared };
};
