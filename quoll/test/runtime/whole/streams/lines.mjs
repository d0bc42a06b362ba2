import { Transform } from 'node:stream';
export class Lines extends Transform {
  #rest = '';
  constructor() {
    super({ readableObjectMode: true });
  }
  _transform(chunk, _, done) {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop();
    lines.forEach(l => this.push(l));
    done();
  }
  _flush(done) {
    if (this.#rest) this.push(this.#rest);
    done();
  }
}
