// Writes docs/reference.md from the declarations of the core and their docstrings: `npm run reference`.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { ELSEWHERE, SECTIONS } from './reference-sections.ts';

const PAGE = new URL('../docs/reference.md', import.meta.url);

const HEAD = `<!-- Written by \`npm run reference\` from the docstrings of packages/core/src. Change those. -->

# Reference of \`@tenon/core\`

Every name of the core and its members, with units, ranges and defaults. To learn how they are used, read
[Worlds, bodies and events](guide/world.md) and [Joints and laws](joints.md), which explains each joint type. Lengths are world units, angles rad,
masses kg, forces N and torques N·m, unless a line says otherwise. The first line of a
class without a \`new\` says what makes it.
`;

const isPublic = (member: ts.NamedDeclaration) =>
  (member.name === undefined || !ts.isPrivateIdentifier(member.name)) &&
  (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0 &&
  !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');

/** In a table a line break ends the row, and a bar the cell. */
const inCell = (text: string) => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

class Page {
  readonly #checker: ts.TypeChecker;
  readonly #symbols = new Map<string, ts.Symbol>();
  readonly #exported: readonly string[];
  readonly #names = new Set(Object.values(SECTIONS).flat());
  readonly #documented = new RegExp(`\\b(${[...this.#names].filter((name) => /^[A-Z]/.test(name)).join('|')})\\b`);

  constructor() {
    const file = fileURLToPath(new URL('reference-entry.ts', import.meta.url));
    const entry = ['', '/scene', '/inspect'].map((name) => `export * from '@tenon/core${name}';`).join('\n');
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      customConditions: ['@tenon/source'],
      types: [],
      strict: true,
      skipLibCheck: true,
    };
    const host = ts.createCompilerHost(options);
    const { fileExists, getSourceFile } = host;
    const source = ts.createSourceFile(file, entry, ts.ScriptTarget.ES2022);
    host.fileExists = (name) => name === file || fileExists(name);
    host.getSourceFile = (name, ...rest) => (name === file ? source : getSourceFile(name, ...rest));
    const program = ts.createProgram([file], options, host);
    this.#checker = program.getTypeChecker();
    // A public type may name one that is not exported; it is explained all the same.
    for (const { fileName } of program.getSourceFiles())
      if (fileName.includes('/packages/core/src/'))
        for (const symbol of this.#exportsOf(program.getSourceFile(fileName)!)) this.#symbols.set(symbol.name, symbol);
    const exported = this.#exportsOf(source);
    for (const symbol of exported) this.#symbols.set(symbol.name, symbol);
    this.#exported = exported.map(({ name }) => name);
  }

  write(): string {
    const missing = this.#exported.filter((name) => !this.#names.has(name) && !ELSEWHERE.has(name));
    if (missing.length > 0) throw new Error(`In no section of tools/reference.ts: ${missing.join(', ')}`);
    const sections = Object.entries(SECTIONS).map(
      ([title, names]) => `## ${title}\n\n${names.map((name) => this.#explain(name)).join('\n')}`,
    );
    const list = Object.entries(SECTIONS).map(
      ([title, names]) => `- **${title}**: ${names.map((name) => this.#link(name)).join(', ')}`,
    );
    return [HEAD, `${list.join('\n')}\n`, ...sections].join('\n');
  }

  #exportsOf(file: ts.SourceFile): ts.Symbol[] {
    const module = this.#checker.getSymbolAtLocation(file);
    const exported = module === undefined ? [] : this.#checker.getExportsOfModule(module);
    return exported.map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol,
    );
  }

  #explain(name: string): string {
    const symbol = this.#symbols.get(name);
    if (symbol === undefined) throw new Error(`tools/reference.ts names ${name}, which is nowhere`);
    const rows = this.#rows(symbol).map((row) => `| ${row.join(' | ')} |`);
    const table = rows.length === 0 ? [] : ['| member | type | meaning |', '| --- | --- | --- |', ...rows, ''];
    return [`### ${name}`, '', ...this.#signatures(symbol), this.#doc(symbol), '', ...table].join('\n');
  }

  /** Of a function how it is called, of a type that is no list of members what it is. */
  #signatures(symbol: ts.Symbol): string[] {
    const all = symbol.declarations ?? [];
    const lines = all.flatMap((declaration) => {
      // Of overloads the last is how it is made.
      if (ts.isFunctionDeclaration(declaration) && declaration.body && all.length > 1) return [];
      if (ts.isFunctionDeclaration(declaration)) return [`${symbol.name}${this.#call(declaration)}`];
      if (ts.isTypeAliasDeclaration(declaration) && this.#rows(symbol).length === 0)
        return [this.#alias(symbol, declaration)];
      return [];
    });
    return lines.length === 0 ? [] : ['```ts', ...new Set(lines), '```', ''];
  }

  /** As it is written, but for a type that is read off a list of values. */
  #alias(symbol: ts.Symbol, declaration: ts.TypeAliasDeclaration): string {
    const text = textOf(declaration).replace(/^export |;$/g, '');
    if (!text.includes('typeof')) return text;
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    return `type ${symbol.name} = ${this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.InTypeAlias)}`;
  }

  #rows(symbol: ts.Symbol): string[][] {
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined || ts.isFunctionDeclaration(declaration)) return [];
    const isAlias = ts.isTypeAliasDeclaration(declaration);
    if (!isAlias && !ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) return [];
    // What has no members of its own to explain is shown as it is written.
    if (isAlias && !textOf(declaration.type).includes('{')) return [];
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const made = ts.isClassDeclaration(declaration) ? declaration.members.filter(ts.isConstructorDeclaration) : [];
    const rows = made
      .filter(isPublic)
      .map((member) => [`new ${symbol.name}`, this.#code(this.#call(member)), inCell(docOf(member))]);
    // Of the forms of a union each member is told once.
    const members = (type.isUnion() ? type.types : [type]).flatMap((form) =>
      form.flags & ts.TypeFlags.Object || form.isIntersection() ? this.#checker.getPropertiesOfType(form) : [],
    );
    for (const member of members) rows.push(...this.#member(member, ts.isClassDeclaration(declaration), ''));
    return [...new Map(rows.map((row) => [row.join(), row])).values()];
  }

  #member(member: ts.Symbol, ofClass: boolean, within: string): string[][] {
    const declarations = (member.declarations ?? []).filter(
      (one) => one.getSourceFile().fileName.includes('/packages/') && isPublic(one),
    );
    const [first] = declarations;
    if (first === undefined) return [];
    const optional = member.flags & ts.SymbolFlags.Optional && !ofClass ? '?' : '';
    const name = `${within}${member.name.startsWith('__@iterator') ? '[Symbol.iterator]' : member.name}`;
    const refused = declarations.find((one) => ts.isSetAccessor(one) && isNever(one.parameters[0].type));
    const doc = this.#doc(member).replace(refused === undefined ? '' : docOf(refused), '');
    const row = (type: string) => [`\`${name}${optional}\``, type, inCell(doc.trim())];
    const calls = declarations.filter((one) => ts.isMethodDeclaration(one) || ts.isMethodSignature(one));
    if (calls.length > 0) {
      // What an overloaded method is implemented as nobody can call.
      const shown = calls.length > 1 ? calls.filter((one) => ts.isMethodSignature(one) || !one.body) : calls;
      return [row(shown.map((one) => this.#code(this.#call(one))).join('<br>'))];
    }
    const getter = declarations.find(ts.isGetAccessor);
    if (getter !== undefined) {
      const read = this.#typeOf(getter);
      const set = declarations.filter(ts.isSetAccessor).find((one) => one !== refused)?.parameters[0].type;
      const also = set === undefined ? ', read only' : textOf(set) === read ? '' : `, set: ${this.#code(textOf(set))}`;
      return [row(`${this.#code(read)}${also}`)];
    }
    if (!ts.isPropertySignature(first) && !ts.isPropertyDeclaration(first)) return [];
    if (first.type !== undefined && ts.isTypeLiteralNode(first.type)) {
      const inner = this.#checker.getPropertiesOfType(this.#checker.getTypeFromTypeNode(first.type));
      return [row(''), ...inner.flatMap((one) => this.#member(one, ofClass, `${name}.`))];
    }
    const isKept = ofClass && ts.getCombinedModifierFlags(first) & ts.ModifierFlags.Readonly;
    return [row(`${this.#code(this.#typeOf(first))}${isKept ? ', read only' : ''}`)];
  }

  #typeOf(declaration: ts.PropertySignature | ts.PropertyDeclaration | ts.GetAccessorDeclaration): string {
    if (declaration.type !== undefined) return textOf(declaration.type);
    return this.#checker.typeToString(this.#checker.getTypeAtLocation(declaration));
  }

  #call(declaration: ts.SignatureDeclaration): string {
    const { parameters, typeParameters, type } = declaration;
    const generics = typeParameters === undefined ? '' : `<${typeParameters.map(textOf).join(', ')}>`;
    const given = parameters.map((one) => {
      const rest = one.dotDotDotToken === undefined ? '' : '...';
      const left = one.questionToken !== undefined || one.initializer !== undefined ? '?' : '';
      const name = ts.isIdentifier(one.name) ? one.name.text : 'options';
      return `${rest}${name}${left}: ${one.type === undefined ? 'unknown' : textOf(one.type)}`;
    });
    return `${generics}(${given.join(', ')})${type === undefined ? '' : `: ${textOf(type)}`}`;
  }

  #doc(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
  }

  /** A type as code, in which every name that is explained leads there. */
  #code(type: string): string {
    return inCell(type)
      .split(this.#documented)
      .map((part) => (this.#names.has(part) ? this.#link(part) : part === '' ? '' : `\`${part}\``))
      .join('');
  }

  #link(name: string): string {
    return `[\`${name}\`](#${this.#anchor(name)})`;
  }

  /** What GitHub calls the heading: in small letters, and numbered where two are the same then. */
  #anchor(name: string): string {
    const headings = Object.entries(SECTIONS)
      .flat(2)
      .map((heading) => heading.toLowerCase().replaceAll(' ', '-'));
    const at = Object.entries(SECTIONS).flat(2).lastIndexOf(name);
    const before = headings.slice(0, at).filter((heading) => heading === name.toLowerCase()).length;
    return `${name.toLowerCase()}${before === 0 ? '' : `-${before}`}`;
  }
}

/** True of what a property takes that is only there to refuse it. */
const isNever = (type: ts.TypeNode | undefined) => type?.kind === ts.SyntaxKind.NeverKeyword;

/** As it was written, without its comments, in one line. */
function textOf(node: ts.Node): string {
  const printer = ts.createPrinter({ removeComments: true });
  const text = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  return text.replace(/\s*\n\s*/g, ' ').replace(/\[ (.*?) \]/g, '[$1]');
}

function docOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ');
}

/** The page as the sources have it today. */
export function referencePage(): string {
  return new Page().write();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, referencePage());
