/** Makes a page keep a trace. The plugin's option `trace` imports this module before the run time starts. */
import '../stats/observing.js';
import { Trace } from '../stats/trace.js';
import { keep } from './tracing.js';

keep(new Trace());
