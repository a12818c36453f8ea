import type {
  DocumentDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  ResponseDescriptor,
} from '@concordat/runtime/http'
import type { DocumentObject } from '../document/document.ts'
import type { NameMember } from './naming/name-members.ts'
import type { ParameterNote } from './operation/parameter.ts'
import type { Paging } from './pages/pages.ts'
import type { NamedSchema } from './schema/named-schema.ts'
import type { PlacedPattern } from './schema/normalize/patterns/read-pattern.ts'
import type { Server, ServerVariables } from './server/server.ts'

/** One operation with every name that is printed for it. */
export interface Operation {
  readonly descriptor: OperationDescriptor
  /** Its function, and its handler: an identifier, unique in the document. */
  readonly name: string
  /** Its name in the client: in the group of its tag, or beside the groups where it has none. */
  readonly memberName: string
  readonly isTagged: boolean
  /** Set for a webhook, or a callback: what the document calls it. */
  readonly webhook?: string
  /** Address of a callback, with runtime expressions: "{$request.body#/url}". */
  readonly address?: string
  /** "ListPetsRequest": what a caller supplies. */
  readonly requestName: string
  /** "ListPetsResponse": the union of documented responses. */
  readonly responseName: string
  /** Pages of a list. */
  readonly paging?: Paging
  readonly description?: string
  readonly deprecated: boolean
}

/** Requests that the service makes, as their receiver sees them. */
export interface Webhooks {
  readonly descriptor: DocumentDescriptor
  readonly operations: readonly Operation[]
}

/** A tag that others may lie in. */
export interface TagParent {
  readonly name: string
  /**
   * camelCase identifier, unique among tags: name of the group in the client. Words of the tag that it
   * lies in are dropped at the front.
   */
  readonly identifier: string
  readonly description?: string
}

/** Operations that the document groups under one tag. */
export interface Tag extends TagParent {
  /** The tags that it lies in, the outermost first. */
  readonly parents: readonly TagParent[]
  /** kebab-case and unique: file name of the tag's tests and stubs, without its ending. */
  readonly fileName: string
  readonly operations: readonly Operation[]
}

/** The resolved document: all names decided, all references resolved, nothing left to look up. */
export interface Model {
  readonly title: string
  readonly version: string
  readonly description?: string
  /** The bundled document with overlays applied, as it was loaded. */
  readonly document: DocumentObject
  readonly descriptor: DocumentDescriptor
  /** The same without the overlays; absent when there are none. */
  readonly base?: DocumentDescriptor
  /** JSON Pointers that the overlays added or changed. */
  readonly decided: readonly string[]
  /** Every named schema, in document order; the write view directly behind its read view. */
  readonly schemas: readonly NamedSchema[]
  readonly operations: readonly Operation[]
  /**
   * Requests of the service to others: its webhooks, and the callbacks of its operations. Absent where there
   * are none.
   */
  readonly webhooks?: Webhooks
  /** Responses and parameters that several operations share as components, under unique PascalCase names. */
  readonly sharedResponses: ReadonlyMap<ResponseDescriptor, string>
  readonly sharedParameters: ReadonlyMap<ParameterDescriptor, string>
  readonly parameterNotes: ReadonlyMap<ParameterDescriptor, ParameterNote>
  /** The regular expressions of all schemas. */
  readonly patterns: readonly PlacedPattern[]
  /** Names in code for members of objects; absent if code uses those of the document. */
  readonly nameMember?: NameMember
  readonly tags: readonly Tag[]
  readonly servers: readonly Server[]
  /** Variables of the first server, and their values. */
  readonly serverVariables?: ServerVariables
  /** Base URL of a client whose options name none. */
  readonly baseUrl?: string
}
