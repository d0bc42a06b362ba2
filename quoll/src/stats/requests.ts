/**
 * The requests of a traced program. A request is a `finish` scope with a number, which every task that starts in it finds there; so
 * tasks carry no more than without a trace. What belongs to no request belongs to the program, whose number is 0.
 */

/** A request, or the program. */
export interface Request {
  readonly name: string;
  /** The W3C ids, in hexadecimal digits: of the trace, of this span, and of the caller's span, if another program has begun the trace. */
  readonly trace: string;
  readonly span: string;
  readonly parent?: string;
  /** Milliseconds, by a clock that all threads share. */
  readonly from: number;
}

/** The W3C header of version 00; later versions may add fields. */
const HEADER = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
/** How many requests are kept: what later ones do belongs to the program. */
const MOST = 100_000;

export class Requests {
  private readonly program = randomId();
  private readonly all: Request[];
  leftOut = 0;

  constructor(private readonly most = MOST) {
    this.all = [
      { name: 'program', trace: this.traceOf(0), span: this.spanOf(0), from: performance.timeOrigin },
    ];
  }

  /** Begins a request; returns its number. A header that is malformed counts as none, as the standard says. */
  begin(name: string, header: string | undefined, from: number): number {
    if (this.all.length > this.most) {
      this.leftOut++;
      return 0;
    }
    const number = this.all.length;
    const [, version, trace, parent, rest] = HEADER.exec(header ?? '') ?? [];
    const remote = trace !== undefined && (version !== '00' || rest === undefined);
    this.all.push({
      name,
      trace: remote ? trace : this.traceOf(number),
      span: this.spanOf(number),
      ...(remote && { parent: parent! }),
      from,
    });
    return number;
  }

  of(number: number): Request {
    return this.all[number]!;
  }

  get count(): number {
    return this.all.length;
  }

  /** The header for calls to other programs. */
  header(number: number): string {
    const { trace, span } = this.of(number);
    return `00-${trace}-${span}-01`;
  }

  /** The first number of spans that are no requests. */
  get free(): number {
    return this.most + 1;
  }

  /** The id of a span. */
  spanOf(number: number): string {
    const low = (Number.parseInt(this.program.slice(8), 16) ^ number) >>> 0;
    return this.program.slice(0, 8) + low.toString(16).padStart(8, '0');
  }

  private traceOf(number: number): string {
    return this.program + number.toString(16).padStart(16, '0');
  }
}

/** 16 hexadecimal digits; the first 8 are not all zeros. */
function randomId(): string {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((high! | 1) >>> 0).toString(16).padStart(8, '0') + low!.toString(16).padStart(8, '0');
}
