import type { DocumentDescriptor } from '@concordat/runtime/http'

/** The document under test, with data that distinguishes its own statements from those of overlays. */
export interface ContractDocuments {
  readonly document: DocumentDescriptor
  /** The document without overlays. */
  readonly base?: DocumentDescriptor | undefined
  /** JSON Pointers to the parts of the bundled document that overlays added or changed. */
  readonly decided?: readonly string[] | undefined
}
