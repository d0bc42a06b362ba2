/** Paths of files as bundlers name them: on Windows with either slash, and with a drive. */
import { posix, win32 } from 'node:path';

const OF_WINDOWS = /^(?:[a-z]:[\\/]|\\\\)/i;

/** A path with `/`; elsewhere than on Windows `\` is a letter of a name. */
export function slashed(path: string): string {
  return OF_WINDOWS.test(path) ? path.replaceAll('\\', '/') : path;
}

/** The path from a folder to a file, with `/`; of a file on another drive, its whole path without the colon. */
export function relativeTo(folder: string, file: string): string {
  if (!OF_WINDOWS.test(file)) return posix.relative(folder, file);
  return win32.relative(folder, file).replaceAll('\\', '/').replace(':', '');
}

/** The file of a module's name, without what bundlers append. */
export function pathOf(id: string): string {
  return id.replace(/[?#].*$/, '');
}

/** A name for people and files: `a` of `/page/a.js`. */
export function nameOf(file: string): string {
  return slashed(file)
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '');
}
