/** Entry point of a page's worker, if the page keeps a trace. */
import '../stats/observing.js';
import './worker.js';
