import type { Operation } from '../../model/model.ts'
import type { Code } from './code.ts'
import { docComment } from './comment.ts'

/** Summary, description and origin of an operation, as its doc comment. */
export function operationDoc({ descriptor, description, deprecated }: Operation, indent = 0): Code {
  const title = titleOf(descriptor)
  const details = description === undefined || description === title ? [] : ['', description]
  return docComment(
    [
      title,
      ...details,
      ...(deprecated ? ['@deprecated'] : []),
      origin(descriptor.pointer, descriptor.source),
    ],
    indent,
  )
}

/** Title of an operation in a line, if its doc comment stands elsewhere. */
export function operationTitle({ descriptor, deprecated }: Operation, indent: number): Code {
  return docComment([titleOf(descriptor), ...(deprecated ? ['@deprecated'] : [])], indent)
}

function titleOf({ summary, method, path }: Operation['descriptor']): string {
  return summary ?? `${method} ${path}`
}

/** Origin of a name in the document, as a doc tag. */
export function origin(pointer: string, section?: string): string {
  return section === undefined ? `@see ${pointer}` : `@see ${pointer}, source ${section}`
}
