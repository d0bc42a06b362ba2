import { parentPort, workerData } from 'node:worker_threads';
import { runLoad } from './history.js';

parentPort!.postMessage(runLoad(workerData));
