/** Expressions as messages of the engine show them: `o.f(...)[i] is not a function`. */
import { staticName, type Node, type Of } from './syntax.js';

const OTHER = '(intermediate value)';

export function shown(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'PrivateIdentifier':
      return `#${node.name}`;
    case 'ThisExpression':
      return 'this';
    case 'Literal':
      return shownLiteral(node);
    case 'MemberExpression':
      return shownMember(node);
    case 'CallExpression':
      return `${shown(node.callee)}(...)`;
    case 'TaggedTemplateExpression':
      return `${shown(node.tag)}(...)`;
    case 'AssignmentExpression':
      return shown(node.left);
    case 'UpdateExpression':
      return node.prefix
        ? `(${node.operator}${shown(node.argument)})`
        : `(${shown(node.argument)}${node.operator})`;
    case 'UnaryExpression':
      return shownUnary(node);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return `(${operands(node, node.operator).join(` ${node.operator} `)})`;
    case 'SequenceExpression':
      return `(${node.expressions.map(shown).join(' , ')})`;
    case 'ArrayExpression':
      return `[${node.elements.map(element => (element ? shown(element) : '')).join(',')}]`;
    case 'ObjectExpression':
      return node.properties.length === 0 ? '{}' : OTHER;
    case 'ConditionalExpression':
      return OTHER.repeat(3);
    default:
      return OTHER;
  }
}

function shownLiteral({ value, raw }: Of<'Literal'>): string {
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'bigint' ? OTHER : value instanceof RegExp ? raw! : String(value);
}

function shownMember({ object, property, computed, optional }: Of<'MemberExpression'>): string {
  const name = property.type === 'PrivateIdentifier' ? undefined : staticName(property, computed);
  const isIndex = property.type === 'Literal' && typeof property.value !== 'string';
  if (name !== undefined && !isIndex) return `${shown(object)}${optional ? '?.' : '.'}${name}`;
  return `${shown(object)}${optional ? '?.' : ''}[${shown(property)}]`;
}

function shownUnary({ operator, argument }: Of<'UnaryExpression'>): string {
  const isNumber = operator === '-' && argument.type === 'Literal';
  return isNumber
    ? `-${shown(argument)}`
    : `(${operator}${operator.length > 1 ? ' ' : ''}${shown(argument)})`;
}

/** The operands of a chain of one operator. */
function operands(node: Node, operator: string): string[] {
  if ((node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') || node.operator !== operator)
    return [shown(node)];
  return [...operands(node.left, operator), shown(node.right)];
}
