import {
  type Code,
  identifier,
  join,
  literal,
  propertyKey,
  source,
  stringLiteral,
} from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import { importedType, importedValue } from '../../emit/print/modules.ts'

/** Makers of code from texts. It escapes what a document says, so that no text of it becomes code. */
export interface CodeMakers {
  /** Joins fixed text and code: source`export type ${name} = ${type}`. */
  source(fixed: TemplateStringsArray, ...codes: readonly Code[]): Code
  join(codes: readonly Code[], separator: ' | ' | ' & ' | ', ' | '; ' | ''): Code
  /** @throws for a name that is not an identifier. */
  identifier(name: string): Code
  /** A string in single quotes. */
  stringLiteral(text: string): Code
  /** The name of a property in an object literal or type. */
  propertyKey(name: string): Code
  /** A JSON value as an expression. @param indent spaces before its lines. */
  literal(value: unknown, indent?: number): Code
  /** A doc comment of these paragraphs. */
  docComment(paragraphs: readonly string[], indent?: number): Code
  /** A class, function or constant of a module; one of the output has its path without ending: "./client". */
  importedValue(name: string, from: string): Code
  /** A type of a module. */
  importedType(name: string, from: string): Code
}

export const CODE_MAKERS: CodeMakers = {
  source,
  join,
  identifier,
  stringLiteral,
  propertyKey,
  literal: (value, indent) => literal(value, indent),
  docComment,
  importedValue,
  importedType,
}
