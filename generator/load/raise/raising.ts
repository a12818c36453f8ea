import { stepsOf } from '@concordat/runtime/pointer'
import type { ReferenceObject } from '../../document/document.ts'
import { resolveReferenceObject } from '../../document/reference.ts'
import type { SwaggerDocument } from '../../document/swagger.ts'
import type { Container } from '../source/json.ts'
import type { Path } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'
import type { LoadReport } from '../structure/misfit.ts'

/** A node in the 2.0 document, with its path. */
export interface Placed<Value> {
  readonly value: Value
  readonly path: Path
}

/**
 * Context for converting parts of a document: its other parts, and the location of each part in the source.
 */
export class Raising {
  readonly document: SwaggerDocument
  readonly sources: Sources
  readonly report: LoadReport

  constructor(document: SwaggerDocument, { sources, report }: { sources: Sources; report: LoadReport }) {
    this.document = document
    this.sources = sources
    this.report = report
  }

  /** Target of a reference, or the value itself. */
  resolve<Value extends object>({ value, path }: Placed<Value | ReferenceObject>): Placed<Value> {
    const node = resolveReferenceObject(this.document, value, '')
    return node.pointer === ''
      ? { value: node.value, path }
      : { value: node.value, path: stepsOf(node.pointer) }
  }

  /** Records that properties with unchanged names have the same locations as in the object `from`. */
  carry<Made extends object>(from: object, made: Made): Made {
    this.sources.replace(made as Container, this.sources.of(from as Container))
    return made
  }

  /** Records the origin of a property whose name or parent differs from the 2.0 document. */
  place(holder: object, name: string | number, path: Path): void {
    this.sources.set(holder as Container, String(name), this.sources.trace(this.document, path))
  }
}

/** A node's extensions. */
export function swaggerExtensions(node: object): { readonly [name: string]: unknown } {
  return Object.fromEntries(Object.entries(node).filter(([name]) => name.startsWith('x-')))
}
