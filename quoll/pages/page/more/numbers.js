/** Has the name of another module, and imports something else of the same package. */
import { hold } from 'words';

export const half = n => (n < 0 ? hold() : n / 2);
