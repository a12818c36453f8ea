import type { Operation } from '../../model/model.ts'
import type { Code } from './code.ts'
import { docComment } from './comment.ts'

/** An operation's doc comment: title, description, deprecation and origin. */
export function operationDocComment({ descriptor, description, deprecated }: Operation, indent = 0): Code {
  const title = titleOf(descriptor)
  const details = description === undefined || description === title ? [] : ['', description]
  return docComment(
    [
      title,
      ...details,
      ...(deprecated ? ['@deprecated'] : []),
      originTag(descriptor.pointer, descriptor.source),
    ],
    indent,
  )
}

/** A short doc comment (title and `@deprecated`) for an operation whose full one is elsewhere. */
export function operationTitleComment({ descriptor, deprecated }: Operation, indent: number): Code {
  return docComment([titleOf(descriptor), ...(deprecated ? ['@deprecated'] : [])], indent)
}

function titleOf({ summary, method, path }: Operation['descriptor']): string {
  return summary ?? `${method} ${path}`
}

/** Doc tag that states where a name comes from in the document. */
export function originTag(pointer: string, section?: string): string {
  return section === undefined ? `@see ${pointer}` : `@see ${pointer}, source ${section}`
}
