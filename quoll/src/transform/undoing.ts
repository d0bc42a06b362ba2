/**
 * On one thread objects are no views, so the run time must be told before one is changed: it undoes what a handler has written when an
 * exception leaves it. All other edits have been made, and each way to write a property, or a captured variable, ends in a member of some
 * object there:
 *
 *     o.x = v           $quoll.changing(o, "x").x = v           also `o.x++`, `[o.x] = a`, `for (o.x of a)`
 *     a[f()] = v        $quoll.changing(a)[f()] = v             a key that may be evaluated twice is named, too
 *     delete o.x        delete $quoll.changing(o, "x", true).x
 *     super.x = v       super[($quoll.changing(this, "x"), "x")] = v
 *
 * Code that is not strict calls `changingSloppy`, on several threads, too: the engine would ignore there that a shared function must not
 * change.
 */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { Rewritten } from './marks.js';

import {
  isClass,
  isFunction,
  isSloppy,
  parse,
  type Format,
  type Node,
  type Of,
  type Tree,
  isTarget,
  isDeleted,
} from './syntax.js';

type Member = Of<'MemberExpression'>;

/** A text that takes the place of a range, which may be empty. */
interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
  /** The position to which an error of the text leads. */
  readonly like?: number;
}

/** `isAlone`: one thread may run the program. */
export function undoing(rewritten: Rewritten, format: Format, isAlone: boolean): Rewritten {
  const tree = parse(rewritten.code, format);
  const edits = tree.nodes.flatMap(node =>
    node.type === 'MemberExpression' && (isAlone || isSloppy(tree, node)) ? written(tree, node) : [],
  );
  // Of two at one position the outer one comes first in the tree, and begins first.
  return edited(
    rewritten,
    edits.sort((a, b) => a.at - b.at),
  );
}

/** The texts around the object of a member, if the member is written. */
function written(tree: Tree, node: Member): Edit[] {
  const parent = tree.parent(node)!;
  const chain = parent.type === 'ChainExpression' ? parent : node;
  const removes = isDeleted(tree, chain);
  if (!removes && !isTarget(tree, node, parent)) return [];
  const { object, property } = node;
  if (property.type === 'PrivateIdentifier' || isFresh(tree, object) || isExports(tree, object)) return [];
  const key = keyOf(tree, node);
  const args = `${key === undefined ? '' : `, ${key}`}${removes ? `${key === undefined ? ', void 0' : ''}, true` : ''}`;
  if (object.type === 'Super') return writtenOfSuper(tree, node, `${changing(tree, node)}(this${args})`);
  const isList = object.type === 'SequenceExpression';
  return [
    {
      at: object.start,
      end: object.start,
      text: `${changing(tree, node)}(${isList ? '(' : ''}`,
      like: placeOf(object),
    },
    { at: object.end, end: object.end, text: `${isList ? ')' : ''}${args})` },
  ];
}

function changing(tree: Tree, node: Node): string {
  return isSloppy(tree, node) ? '$quoll.changingSloppy' : '$quoll.changing';
}

/** Where the engine places an error about the value of an expression. */
function placeOf(object: Node): number {
  if (object.type === 'CallExpression') return placeOf(object.callee);
  return object.type === 'MemberExpression' ? object.property.start : object.start;
}

function writtenOfSuper(tree: Tree, { object, property, computed, end }: Member, call: string): Edit[] {
  const text = `(${call}, `;
  if (computed)
    return [
      { at: property.start, end: property.start, text },
      { at: property.end, end: property.end, text: ')' },
    ];
  const lines = tree.source.slice(object.end, end).replace(/[^\r\n\u2028\u2029]/g, '');
  const name = JSON.stringify((property as Of<'Identifier'>).name);
  return [{ at: object.end, end, text: `[${text}${name})]${lines}` }];
}

/** The text of a member's key, unless evaluating it again may have another result. */
function keyOf(tree: Tree, { property, computed }: Member): string | undefined {
  if (!computed) return JSON.stringify((property as Of<'Identifier'>).name);
  return isSimple(property) ? tree.source.slice(property.start, property.end) : undefined;
}

function isSimple(node: Node): boolean {
  if (node.type === 'MemberExpression')
    return !node.computed && node.object.type === 'Identifier' && isSimple(node.property);
  if (node.type === 'BinaryExpression')
    return /^[-+]$/.test(node.operator) && isSimple(node.left) && isSimple(node.right);
  return node.type === 'Identifier' || node.type === 'Literal';
}

/**
 * Whether an object certainly was made by the code that changes it: a literal, or `this` in a constructor that calls no other, but not in a
 * function in it, which may be called later.
 */
function isFresh(tree: Tree, object: Node): boolean {
  if (/^(Object|Array)Expression$/.test(object.type)) return true;
  if (object.type !== 'ThisExpression') return false;
  let home: Node | undefined = tree.parent(object);
  while (home && !isFunction(home) && !/^(StaticBlock|PropertyDefinition)$/.test(home.type))
    home = tree.parent(home);
  const method = home && tree.parent(home);
  if (method?.type !== 'MethodDefinition' || method.kind !== 'constructor') return false;
  const around = tree.parent(tree.parent(method)!) as Of<'ClassDeclaration'>;
  return !around.superClass;
}

/**
 * Whether an object is what a CommonJS module exports, outside of functions. Node finds the names of the exports in the text, and no handler
 * runs there.
 */
function isExports(tree: Tree, object: Node): boolean {
  if (
    tree.format !== 'commonjs' ||
    !/^(exports|module|module\.exports)$/.test(tree.source.slice(object.start, object.end))
  )
    return false;
  for (let at = tree.parent(object); at; at = tree.parent(at))
    if (isFunction(at) || isClass(at)) return false;
  return true;
}

/** The edited text; positions and source map follow. */
function edited({ code, map, mappings, ranges }: Rewritten, edits: readonly Edit[]): Rewritten {
  let text = '';
  let from = 0;
  for (const { at, end, text: added } of edits) {
    text += code.slice(from, at) + added;
    from = end;
  }
  text += code.slice(from);
  const shift = shifting(edits);
  const decoded = decode(mappings);
  let start = 0;
  let next = 0;
  for (const segments of decoded) {
    const feed = code.indexOf('\n', start);
    const end = feed < 0 ? code.length + 1 : feed + 1;
    const base = start + shift(start - 1);
    const added: SourceMapSegment[] = [];
    for (; next < edits.length && edits[next]!.at < end; next++) {
      const { at, text: put, like } = edits[next]!;
      if (like === undefined || like >= end) continue;
      const column = at + shift(at) - put.length - base;
      added.push(
        ...placed(column, segments, like - start),
        ...placed(column + put.length, segments, at - start),
      );
    }
    for (const segment of segments) segment[0] = start + segment[0] + shift(start + segment[0]) - base;
    segments.push(...added);
    segments.sort(([one], [other]) => one - other);
    const [first] = segments;
    if (first && first[0] > 0 && first.length > 1)
      segments.unshift([0, ...first.slice(1)] as SourceMapSegment);
    start = end;
  }
  const moved = encode(decoded);
  return {
    code: text,
    map: JSON.stringify({ ...(JSON.parse(map) as object), mappings: moved }),
    mappings: moved,
    ranges: ranges.map(([first, end]) => [first + shift(first), end + shift(end - 1)] as const),
  };
}

/** A segment at a column that leads where the text at `like` did. */
function placed(column: number, segments: readonly SourceMapSegment[], like: number): SourceMapSegment[] {
  const found = segments.findLast(segment => segment[0] <= like);
  return found ? [[column, ...found.slice(1)] as SourceMapSegment] : [];
}

/** By how much what stands at a position moves. */
function shifting(edits: readonly Edit[]): (position: number) => number {
  let sum = 0;
  const sums = edits.map(({ at, end, text }) => (sum += text.length - (end - at)));
  return position => {
    let [low, high] = [0, edits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (edits[middle]!.at <= position) low = middle + 1;
      else high = middle;
    }
    return sums[low - 1] ?? 0;
  };
}
