import type { Operation } from '../../model/model.ts'
import type { Code } from './code.ts'
import { docComment } from './comment.ts'

/** Doc comment of an operation: summary, description and origin. */
export function operationDoc({ descriptor, description, deprecated }: Operation, indent = 0): Code {
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

/** One-line title of an operation whose doc comment is elsewhere. */
export function operationTitle({ descriptor, deprecated }: Operation, indent: number): Code {
  return docComment([titleOf(descriptor), ...(deprecated ? ['@deprecated'] : [])], indent)
}

function titleOf({ summary, method, path }: Operation['descriptor']): string {
  return summary ?? `${method} ${path}`
}

/** Doc tag with a name's origin in the document. */
export function originTag(pointer: string, section?: string): string {
  return section === undefined ? `@see ${pointer}` : `@see ${pointer}, source ${section}`
}
