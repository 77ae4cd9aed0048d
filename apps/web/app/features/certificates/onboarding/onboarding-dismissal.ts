/**
 * A cookie instead of local storage: the server leaves the card out, so the page does not move when scripts run. It names
 * the person, so that another person in the same browser has their own card.
 */
const NAME = 'onboarding_dismissed';
const YEAR_SECONDS = 31_536_000;

export const isDismissed = (cookies: string, userId: string): boolean => cookies.split('; ').includes(`${NAME}=${userId}`);

export const dismissalCookie = (userId: string): string => `${NAME}=${userId}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
