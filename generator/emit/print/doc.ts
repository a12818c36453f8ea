import type { Operation } from '../../model/model.ts'
import type { Code } from './code.ts'
import { docComment } from './comment.ts'

/** Summary, description and origin of an operation, as its doc comment. */
export function operationDoc({ descriptor, description, deprecated }: Operation, indent = 0): Code {
  const title = descriptor.summary ?? `${descriptor.method} ${descriptor.path}`
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

/** Where in the document a name comes from. */
export function origin(pointer: string, section?: string): string {
  return section === undefined ? `@see ${pointer}` : `@see ${pointer}, source ${section}`
}
