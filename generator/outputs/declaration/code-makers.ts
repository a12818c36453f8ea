import {
  type Code,
  identifierCode,
  joinCode,
  literalCode,
  propertyKeyCode,
  sourceCode,
  stringLiteralCode,
} from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { importedType, importedValue } from '../../emit/print/modules.ts'

/** Creates code. Text from a document is escaped, so that it cannot become code. */
export interface CodeMakers {
  /** Joins fixed source text and code, as in source`export type ${name} = ${type}`. */
  source(fixed: TemplateStringsArray, ...codes: readonly Code[]): Code
  join(codes: readonly Code[], separator: ' | ' | ' & ' | ', ' | '; ' | ''): Code
  /** @throws {Error} if a name is not an identifier. */
  identifier(name: string): Code
  /** A string in single quotes. */
  stringLiteral(text: string): Code
  /** A property name in an object literal or type. */
  propertyKey(name: string): Code
  /** A JSON value as an expression. @param indent spaces before each line. */
  literal(value: unknown, indent?: number): Code
  /** A doc comment. */
  docComment(paragraphs: readonly string[], indent?: number): Code
  /**
   * A class, function or constant from a module. Modules of the output itself have no extension: "./client".
   */
  importedValue(name: string, from: string): Code
  /** A type from a module. */
  importedType(name: string, from: string): Code
}

export const CODE_MAKERS: CodeMakers = {
  source: sourceCode,
  join: joinCode,
  identifier: identifierCode,
  stringLiteral: stringLiteralCode,
  propertyKey: propertyKeyCode,
  literal: (value, indent) => literalCode(value, indent),
  docComment,
  importedValue,
  importedType,
}
