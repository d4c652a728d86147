import ts from 'typescript';
import { expect, test } from 'vitest';
import { checkedProgram, isInternal } from './checked-program';

type Owner = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeLiteralNode;

function isOwner(node: ts.Node): node is Owner {
  return ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node);
}

/** True of what a user cannot name. */
function isHidden(member: ts.ClassElement | ts.TypeElement): boolean {
  const isOwn = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.NonPublicAccessibilityModifier) !== 0;
  return isOwn || isInternal(member) || (member.name !== undefined && ts.isPrivateIdentifier(member.name));
}

/** Members without a sentence: of accessors and overloads one is enough. */
function untold(owner: Owner): string[] {
  const told = new Map<string, boolean>();
  for (const member of owner.members) {
    const key = ts.isConstructorDeclaration(member) ? 'constructor' : member.name?.getText();
    if (key === undefined || isHidden(member)) continue;
    told.set(key, (told.get(key) ?? false) || ts.getJSDocCommentsAndTags(member).length > 0);
  }
  return [...told].filter(([, isTold]) => !isTold).map(([key]) => key);
}

test('every public name and member has a sentence where an editor shows it', () => {
  const { checker, file } = checkedProgram(
    ['', '/scene', '/inspect'].map((entry) => `export * from '@tenon/core${entry}';`).join('\n'),
  );
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file) ?? expect.fail());
  const missing: string[] = [];
  const look = (node: ts.Node, name: string): void => {
    if (isOwner(node)) missing.push(...untold(node).map((member) => `${name}.${member}`));
    if (ts.isBlock(node) || ts.isObjectLiteralExpression(node)) return;
    if ((ts.isClassElement(node) || ts.isTypeElement(node)) && isHidden(node)) return;
    ts.forEachChild(node, (child) => {
      look(child, name);
    });
  };
  for (const symbol of exported) {
    const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    if (original.getDocumentationComment(checker).length === 0) missing.push(original.name);
    for (const declaration of original.declarations ?? []) look(declaration, original.name);
  }
  expect(exported.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
