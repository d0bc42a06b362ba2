import { expose } from './comlink.js';

expose(() => 1);
