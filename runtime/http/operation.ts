import type { JsonSchema } from '../schema/schema.ts'
import type { EncodingDescriptor, PartEncodings } from './multipart/encoding.ts'
import type { MemberPath, PagesDescriptor } from './pages/reading/pages.ts'
import type { RefusalSubject } from './refusal.ts'
import type { StreamDescriptor } from './stream/stream.ts'
import type { Location, Style } from './style/parameter-style.ts'
import type { AddressedDescriptor } from './uri/address.ts'
import type { ServerDescriptor } from './uri/server-url.ts'

export type { EncodingDescriptor, PartEncodings } from './multipart/encoding.ts'
export type { FirstNumber, MemberPath, NextFrom, NextPage, PagesDescriptor } from './pages/reading/pages.ts'
export type { StreamDescriptor } from './stream/stream.ts'
export type { Location, Style } from './style/parameter-style.ts'
export type { AddressedDescriptor, NamePlace } from './uri/address.ts'

/**
 * One parameter as written on the wire. An absent `style` or `explode` has OpenAPI's default for the
 * location: exploded `form` for query and cookie, unexploded `simple` for path and header.
 */
export interface ParameterDescriptor {
  readonly name: string
  /** The parameter's name in code, if it differs from `name`. */
  readonly as?: string
  readonly in: Location
  readonly required?: true
  readonly style?: Style
  readonly explode?: boolean
  readonly allowReserved?: true
  /**
   * Set if the document describes the parameter with a `content` map: the value is written as this media
   * type.
   */
  readonly mediaType?: string
  /** The encoding of individual form properties in `querystring`. */
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>
  /** The value's JSON Schema. Its `$ref`s point to the document's `definitions`: `#/$defs/Pet`. */
  readonly schema?: JsonSchema
  /**
   * True if the description says that the parameter makes a list show more: "Archived ones are returned as
   * well."
   */
  readonly widens?: true
  /** Values that the description lists: 'Can be one of "voting", "tallying" or "deposit".' */
  readonly choices?: readonly string[]
  /** True if the value is a time that the server waits, according to the description. */
  readonly waits?: true
  /** True if the description says that letter case does not matter. */
  readonly ignoresCase?: true
  /**
   * The side of a bound to which a value equal to the bound belongs, according to the description: "Created
   * at this time or later."
   */
  readonly edge?: 'inside' | 'outside'
  /**
   * JSON Pointer in the bundled document. If absent, the pointer follows from the index in the operation's
   * own `parameters`.
   */
  readonly pointer?: string
}

/** One media type of a request body or response. */
export interface MediaTypeDescriptor extends PartEncodings {
  /**
   * The write view of the schema for a request body, or the read view for a response; absent if the document
   * has no schema. For a stream, the schema of one item.
   */
  readonly schema?: JsonSchema
  /**
   * The schema of the whole response and the location of the item in it, if the response is read as the item
   * in its envelope.
   */
  readonly enclosed?: { readonly schema: JsonSchema; readonly path: readonly string[] }
  /**
   * True if the content is raw bytes although its media type is JSON or a range. The content is then passed
   * through unparsed.
   */
  readonly octets?: true
  /** Present if the content is a sequence of items. */
  readonly stream?: StreamDescriptor
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>
  /** The document's examples of the whole request body. They need not match the schema. */
  readonly examples?: readonly unknown[]
}

export interface RequestBodyDescriptor {
  readonly required?: true
  /** JSON Pointer in the bundled document; absent if the body is defined within its operation. */
  readonly pointer?: string
  /** Media types, keyed by media type or media type range, in document order. */
  readonly content: Readonly<Record<string, MediaTypeDescriptor>>
}

/** Headers of a response, some of which the document names. */
export interface DocumentedHeaders<
  Required extends string,
  Optional extends string = never,
  Formats extends object = object,
> extends Headers {
  /**
   * Types of the headers that code represents as something other than text, with null if the header may be
   * absent. The property exists only for the types, and is never set at run time.
   */
  readonly '~formats'?: Formats
  get<Name extends keyof Formats>(name: Name): Formats[Name]
  get(name: Required): string
  get(name: Optional): string | null
  get(name: string): string | null
}

export interface ResponseHeaderDescriptor {
  readonly required?: true
  /** JSON Pointer in the bundled document; absent if the header is defined within its response. */
  readonly pointer?: string
  readonly schema?: JsonSchema
}

/** A link that provides a response's values to another operation. @see OpenAPI 3.1.1, Link Object */
export interface LinkDescriptor {
  /** JSON Pointer, in the bundled document, of the operation that accepts the values. */
  readonly operation: string
  /** Runtime expressions or constants by parameter: "petId" or "path.petId". */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ResponseDescriptor {
  /** Absent if the response has no content. */
  readonly content?: Readonly<Record<string, MediaTypeDescriptor>>
  readonly headers?: Readonly<Record<string, ResponseHeaderDescriptor>>
  readonly links?: readonly LinkDescriptor[]
  /** True if the document describes a structure here that is not the real payload (`x-payload-not-shown`). */
  readonly payloadNotShown?: true
  /** JSON Pointer in the bundled document; absent if the response is defined within its operation. */
  readonly pointer?: string
}

/**
 * Scopes by scheme name. All schemes of one requirement must be met. @see OpenAPI 3.1.1, Security Requirement
 * Object
 */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** The structure of a list operation's response. */
export interface ListDescriptor {
  /** The path of the array of items; empty if the body itself is the array. */
  readonly items: MemberPath
  /** True if an object at that path contains the items as its properties, under their names. */
  readonly keyed?: true
  /** The total number of items. */
  readonly count?: MemberPath
  /** The URL of the previous page. */
  readonly previous?: MemberPath
  /** Name of the query parameter that limits the number of items on a page. */
  readonly limit?: string
  readonly offset?: string
  readonly page?: string
  /** The paging of the list, as far as the document proves it or makes it likely. */
  readonly pages?: Omit<PagesDescriptor, 'items'>
}

export type ResourceRole = 'list' | 'create' | 'read' | 'update' | 'replace' | 'delete' | 'action'

/**
 * A transition's post-condition (`x-effect`): these properties of the resource have these values afterwards.
 */
export interface EffectDescriptor {
  readonly set: Readonly<Record<string, unknown>>
  /** True if the document does not specify when the transition succeeds. */
  readonly conditional?: true
}

/** One operation for the server and the contract suite, as plain data that the generator prints. */
export interface OperationDescriptor {
  /** Unique in the document: spelled as in the document, or derived from method and path. */
  readonly operationId: string
  /**
   * The name in generated code, if it differs from the `operationId`: an identifier that is unique in the
   * document.
   */
  readonly name?: string
  /** In upper case: "GET". A method that OpenAPI does not define is written as in the document. */
  readonly method: string
  /** The path template as written in the document: "/pets/{petId}", "/files/{+path}?alt=media#stream". */
  readonly path: string
  /** JSON Pointer of the operation in the bundled document: "#/paths/~1pets~1{petId}/get". */
  readonly pointer: string
  /** The operation's `x-source`: the section of a written interface description from which it comes. */
  readonly source?: string
  /** Absent if it is the document's server. */
  readonly server?: ServerDescriptor
  /** First tag, or "default". */
  readonly tag: string
  /** Tags after the first. */
  readonly moreTags?: readonly string[]
  /** True if callers should no longer use the operation. */
  readonly deprecated?: true
  readonly summary?: string
  readonly parameters?: readonly ParameterDescriptor[]
  readonly requestBody?: RequestBodyDescriptor
  /** By status: "200", a range "4XX", or "default". */
  readonly responses: Readonly<Record<string, ResponseDescriptor>>
  /**
   * The subjects of error responses according to their descriptions, keyed by status, if they differ from the
   * status's usual meaning, such as "The quota is used up" for a 422.
   */
  readonly refusals?: Readonly<Record<string, readonly RefusalSubject[]>>
  /**
   * Any one requirement suffices. If absent, no authentication is needed. An empty requirement makes
   * authentication optional.
   */
  readonly security?: readonly SecurityRequirement[]
  /** True if `security` comes from the whole document. */
  readonly inheritsSecurity?: true
  readonly list?: ListDescriptor
  /** Absent if the path names everything that the operation is about. */
  readonly addressed?: AddressedDescriptor
  /** The operation as written in the document, if it is treated as if its path named its item. */
  readonly written?: OperationDescriptor
  /** The name of the resource to which the operation belongs, and the operation's role there. */
  readonly resource?: { readonly name: string; readonly role: ResourceRole }
  readonly effect?: EffectDescriptor
  /**
   * True if the summary or description says that the operation is idempotent: deleting a missing item, or
   * creating an existing one, may succeed.
   */
  readonly idempotent?: true
  /**
   * True for a read that marks the item, according to its summary or description: "marking the message as
   * read".
   */
  readonly marks?: true
  /** True for a DELETE whose summary or description says that something stays: "Replies to it stay." */
  readonly keepsOthers?: true
  /** True for a write that only creates, according to its description: "Uploads a new file". */
  readonly makesNew?: true
  /** True if, according to its prose, a response waits for an event: "Blocks until the job stops". */
  readonly awaits?: true
  /**
   * The word in a write's summary or description that says that the write has an effect outside the API:
   * "e-mails", "charges".
   */
  readonly delivery?: string
  /**
   * True if the operation may be sent to any server at any time, because it changes nothing important
   * (`x-harmless`), only computes or reads, or is also documented as a read.
   */
  readonly harmless?: true
}

/**
 * The path of an item in an operation's JSON: ["data", "pet"]. The step "0" leads from an array to its items.
 * If absent, a body that contains an item is the item itself.
 */
export interface Envelope {
  /** In a success. */
  readonly shown?: readonly string[]
  /** The path in the request body. */
  readonly written?: readonly string[]
}

/** A property by which paths name an item. */
export interface ItemName {
  /** ["id"] or ["user", "uuid"] */
  readonly path: readonly string[]
  /**
   * Absent if the property is known to name items: its name is that of the path parameter, like "id" for
   * "{petId}", or a server has named its items by it. `stated` if the document says so, with a link, a
   * common schema or `readOnly`; `likely` if its name is usual for identifiers. Both count as the item's
   * name unless a server shows otherwise. `possible` if the property is worth trying, and does not count.
   */
  readonly certainty?: 'stated' | 'likely' | 'possible'
  /**
   * True if the property's text ends with the collection and the name, like "notes/10", "/v1/notes/10" and
   * "/books/7"; false if a server has shown that its whole text is the name. @see AIP-122
   */
  readonly isBelowCollection?: boolean
}

/** A collection and its items, inferred from the paths. */
export interface ResourceDescriptor {
  /** A unique name: the collection's path without its templates, "organizations.members". */
  readonly name: string
  /** "/organizations/{organization_id}/members" */
  readonly collection: string
  /** "/organizations/{organization_id}/members/{user__uuid}"; absent if no operation addresses one item. */
  readonly item?: string
  /** The path parameter that identifies one item. */
  readonly idParameter?: string
  /** True for a tree of names, in which a POST to the path of an item creates an item below it. */
  readonly isTree?: true
  /**
   * Properties of an item that contain the value of `idParameter`, most certain first; absent if no property
   * in the item's schema matches. If the first one is known, it is the only one.
   */
  readonly names?: readonly ItemName[]
  /**
   * Properties of an item with the values of the templates directly before its own, in order, if its path
   * names it by several: ["owner", "login"] for "/repos/{owner}/{repo}".
   */
  readonly namesAbove?: readonly (readonly string[])[]
  /**
   * The operation whose success response contains a complete item: the list, if no other operation returns
   * one. Absent if none does.
   */
  readonly shownBy?: string
  /**
   * Envelopes around an item in requests and responses, by operationId; absent if a body, or an entry in a
   * list, is the item itself.
   */
  readonly envelopes?: Readonly<Record<string, Envelope>>
  /** The parent resource, and the path parameter that names the item above the collection. */
  readonly parent?: { readonly name: string; readonly parameter: string }
  /** operationIds by role; any other operation on the item is an action. */
  readonly operations: Readonly<Partial<Record<Exclude<ResourceRole, 'action'>, string>>>
  readonly actions: readonly string[]
}

/** The way in which a credential is sent. @see OpenAPI 3.1.1, Security Scheme Object */
export interface SecuritySchemeDescriptor {
  readonly type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS'
  /**
   * False if no operation requires the scheme; a client then sends its credential with every call that
   * requires no other scheme.
   */
  readonly required?: false
  /** For `http`: "bearer", "basic", … in lower case. */
  readonly scheme?: string
  /** For `apiKey`. */
  readonly in?: 'query' | 'header' | 'cookie'
  readonly name?: string
  /**
   * For `apiKey` in `Authorization`: the word before the key, according to the description: "Prefix the value
   * with 'Token '". Clients take the whole value from their caller.
   */
  readonly word?: string
  /**
   * For `oauth2`: addresses at which tokens are available without a browser, by flow; absolute, or relative
   * to the server.
   */
  readonly tokenUrls?: { readonly clientCredentials?: string; readonly password?: string }
  /**
   * For `oauth2`: all other addresses of its flows, such as the one where users log in; absolute, or relative
   * to the server.
   */
  readonly flowUrls?: readonly string[]
  /**
   * For `oauth2`: the URL of the authorization server's metadata, which includes its token endpoint. @see RFC
   * 8414
   */
  readonly oauth2MetadataUrl?: string
  /** For `openIdConnect`: the URL of the discovery document. */
  readonly openIdConnectUrl?: string
}

/**
 * A whole document as data: the combined contents of `generated/operations.ts` and `generated/schemas.ts`.
 */
export interface DocumentDescriptor {
  /**
   * The version range of this package for which the descriptor was printed: "0.2". Absent if it was not
   * printed.
   */
  readonly runtime?: string
  readonly title: string
  readonly version: string
  /** The path of the first server, with its variables' defaults: "/v1". Absent for the root. */
  readonly basePath?: string
  readonly operations: readonly OperationDescriptor[]
  readonly resources: readonly ResourceDescriptor[]
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeDescriptor>>
  /**
   * `x-trailing-slash`: the server accepts every path with and without a slash at its end. If absent, it
   * accepts only the path as written.
   */
  readonly trailingSlash?: 'optional'
  /**
   * True if `format` is only an annotation, as it is from OpenAPI 3.1 on. If absent, strings must match their
   * formats. Servers validate requests against formats either way.
   */
  readonly formats?: 'annotate'
  /** JSON Schemas by name. A schema whose write view differs is listed twice: `Pet` and `PetWrite`. */
  readonly definitions: Readonly<Record<string, JsonSchema>>
  /**
   * JSON Pointers of the definitions whose location in the bundled document is not "#/components/schemas/"
   * followed by their name.
   */
  readonly places?: Readonly<Record<string, string>>
}
