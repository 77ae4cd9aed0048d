/** No screen needs the code of toasts before somebody does something. */
export const loadCorner = () => import('./push-toast.tsx');
