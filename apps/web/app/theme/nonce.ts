import { createContext, useContext } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/** The page's content security policy nonce, for inline scripts and styles. */
export const useNonce = (): string | undefined => useContext(NonceContext);
