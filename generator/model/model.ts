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

/** An operation with all its generated names. */
export interface Operation {
  readonly descriptor: OperationDescriptor
  /** Name of the operation's function and handler: an identifier that is unique in the document. */
  readonly name: string
  /** Name in the client: within its tag's group, or outside all groups if it has no tag. */
  readonly memberName: string
  readonly isTagged: boolean
  /** The name of the webhook or callback in the document. */
  readonly webhook?: string
  /** URL of a callback, with runtime expressions: "{$request.body#/url}". */
  readonly address?: string
  /** Name of the request type: "ListPetsRequest". */
  readonly requestName: string
  /** Name of the union type of documented responses: "ListPetsResponse". */
  readonly responseName: string
  /** Paging of a list. */
  readonly paging?: Paging
  readonly description?: string
  readonly deprecated: boolean
}

/** Requests that the service sends, as seen by their receiver. */
export interface Webhooks {
  readonly descriptor: DocumentDescriptor
  readonly operations: readonly Operation[]
}

/** A tag that can be another tag's parent. */
export interface TagParent {
  readonly name: string
  /**
   * Name of the group in the client: a camelCase identifier that is unique among tags. Leading words that
   * repeat the parent tag are dropped.
   */
  readonly identifier: string
  readonly description?: string
}

/** Operations that the document groups under one tag. */
export interface Tag extends TagParent {
  /** Its parent tags, outermost first. */
  readonly parents: readonly TagParent[]
  /** File name of the tag's tests and stubs, without an extension: unique and in kebab-case. */
  readonly fileName: string
  readonly operations: readonly Operation[]
}

/** The resolved document, from which all outputs are created. */
export interface Model {
  readonly title: string
  readonly version: string
  readonly description?: string
  /** The bundled document with overlays applied. */
  readonly document: DocumentObject
  readonly descriptor: DocumentDescriptor
  /** The document without its overlays; absent if there are none. */
  readonly base?: DocumentDescriptor
  /** JSON Pointers to the topmost values that the overlays added or changed. */
  readonly decided: readonly string[]
  /** Every named schema, in document order. A write variant directly follows its read variant. */
  readonly schemas: readonly NamedSchema[]
  readonly operations: readonly Operation[]
  /** Requests that the service sends to other servers: webhooks and callbacks. Absent if there are none. */
  readonly webhooks?: Webhooks
  /** Shared component responses, each with a unique PascalCase name. */
  readonly sharedResponses: ReadonlyMap<ResponseDescriptor, string>
  readonly sharedParameters: ReadonlyMap<ParameterDescriptor, string>
  readonly parameterNotes: ReadonlyMap<ParameterDescriptor, ParameterNote>
  /** The regular expressions in all schemas. */
  readonly patterns: readonly PlacedPattern[]
  /** Names of object properties in code; absent if code uses the document's names. */
  readonly nameMember?: NameMember
  readonly tags: readonly Tag[]
  readonly servers: readonly Server[]
  /** Variables of the first server, and their values. */
  readonly serverVariables?: ServerVariables
  /** A client's default base URL. */
  readonly baseUrl?: string
}
