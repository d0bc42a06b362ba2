/** Classes of Node itself whose instances cross. */
import { AssertionError } from 'node:assert';
import { ofHost } from '../code/known.js';

ofHost.push(AssertionError);
