import type { JsonSchema } from '../schema/schema.ts'
import type { EncodingDescriptor, PartEncodings } from './multipart/encoding.ts'
import type { MemberPath, PagesDescriptor } from './pages/reading/pages.ts'
import type { RefusalSubject } from './refusal.ts'
import type { StreamDescriptor } from './stream/stream.ts'
import type { Location, Style } from './style/parameter-style.ts'
import type { ServerDescriptor } from './uri/server-url.ts'

export type { EncodingDescriptor, PartEncodings } from './multipart/encoding.ts'
export type { FirstNumber, MemberPath, NextFrom, NextPage, PagesDescriptor } from './pages/reading/pages.ts'
export type { StreamDescriptor } from './stream/stream.ts'
export type { Location, Style } from './style/parameter-style.ts'

/**
 * One parameter as it is written on the wire. An absent `style` or `explode` has OpenAPI's default for the
 * location: `form` exploded for query and cookie, `simple` not exploded for path and header.
 */
export interface ParameterDescriptor {
  readonly name: string
  /** Its name in code, if that is another one. */
  readonly as?: string
  readonly in: Location
  readonly required?: true
  readonly style?: Style
  readonly explode?: boolean
  readonly allowReserved?: true
  /** Set if the document gives the parameter a `content` map: the value is written as this media type. */
  readonly mediaType?: string
  /** Encoding of single properties of a form in `querystring`. */
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>
  /** JSON Schema of the value. Its `$ref`s name the document's `definitions`: `#/$defs/Pet`. */
  readonly schema?: JsonSchema
  /** True if its description says that a list shows more with it: "Archived ones are returned as well." */
  readonly widens?: true
  /** True if its description says that the case of letters does not count. */
  readonly ignoresCase?: true
  /** Side of a bound on which an equal value lies, by its description: "Created at this time or later." */
  readonly edge?: 'inside' | 'outside'
  /** JSON Pointer in the bundled document; absent if it is the index in the operation's own `parameters`. */
  readonly pointer?: string
}

/** One media type of a requestBody or response. */
export interface MediaTypeDescriptor extends PartEncodings {
  /**
   * Write view for a requestBody, read view for a response; absent when the document gives none. For a
   * stream, the schema of one item.
   */
  readonly schema?: JsonSchema
  /**
   * Schema of the whole answer, and place of the item in it, if the answer is
   * read as the item in its envelope.
   */
  readonly enclosed?: { readonly schema: JsonSchema; readonly path: readonly string[] }
  /**
   * True if the content is raw bytes although its media type is JSON, or a range that includes JSON or text:
   * it is passed through unparsed.
   */
  readonly octets?: true
  /** Present if the content is a sequence of items. */
  readonly stream?: StreamDescriptor
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>
  /** Examples of the whole requestBody in the document. They need not fit the schema. */
  readonly examples?: readonly unknown[]
}

export interface RequestBodyDescriptor {
  readonly required?: true
  /** JSON Pointer in the bundled document; absent if it lies in its operation. */
  readonly pointer?: string
  /** By media type or media type range, in document order. */
  readonly content: Readonly<Record<string, MediaTypeDescriptor>>
}

/** The headers of a response, some of which the document names. */
export interface DocumentedHeaders<
  Required extends string,
  Optional extends string = never,
  Formats extends object = object,
> extends Headers {
  /**
   * Values that code holds as something other than text; null if one may be absent. No value: types find it
   * here.
   */
  readonly '~formats'?: Formats
  get<Name extends keyof Formats>(name: Name): Formats[Name]
  get(name: Required): string
  get(name: Optional): string | null
  get(name: string): string | null
}

export interface ResponseHeaderDescriptor {
  readonly required?: true
  /** JSON Pointer in the bundled document; absent if it lies in its response. */
  readonly pointer?: string
  readonly schema?: JsonSchema
}

/** Values that a response provides for another operation. @see OpenAPI 3.1.1, Link Object */
export interface LinkDescriptor {
  /** JSON Pointer of the operation that takes the values, in the bundled document. */
  readonly operation: string
  /** Runtime expressions or constants by parameter: "petId" or "path.petId". */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ResponseDescriptor {
  /** Absent: the response has no content. */
  readonly content?: Readonly<Record<string, MediaTypeDescriptor>>
  readonly headers?: Readonly<Record<string, ResponseHeaderDescriptor>>
  readonly links?: readonly LinkDescriptor[]
  /** The document names a shape here but does not show the real payload (`x-payload-not-shown`). */
  readonly payloadNotShown?: true
  /** JSON Pointer in the bundled document; absent if it lies in its operation. */
  readonly pointer?: string
}

/**
 * Scheme name → scopes; all schemes of one requirement must be met. @see OpenAPI
 * 3.1.1, Security Requirement Object
 */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** Shape of a list operation's response. */
export interface ListDescriptor {
  /** The array of items; empty when the body itself is the array. */
  readonly items: MemberPath
  /** There an object has the items as its members, under their names. */
  readonly keyed?: true
  /** The total number of items. */
  readonly count?: MemberPath
  /** The URL of the previous page. */
  readonly previous?: MemberPath
  /** Names of the query parameters that choose the page. */
  readonly limit?: string
  readonly offset?: string
  readonly page?: string
  /** Order of the pages, as the document proves or makes likely. */
  readonly pages?: Omit<PagesDescriptor, 'items'>
}

export type ResourceRole = 'list' | 'create' | 'read' | 'update' | 'replace' | 'delete' | 'action'

/**
 * The post-condition of a transition (`x-effect`): these properties of the
 * resource have these values afterwards.
 */
export interface EffectDescriptor {
  readonly set: Readonly<Record<string, unknown>>
  /** True when the document does not say when the transition succeeds. */
  readonly conditional?: true
}

/** Location of an item's name in a request, if not in its path. */
export interface NamePlace {
  readonly in: 'body' | 'query'
  /** Names of the members that lead to it in the body: ["boat", "id"]; or the name of the parameter. */
  readonly path: readonly string[]
}

/**
 * Method and path that an operation would have if it named its item in its path: "GET /boats/{id}" of
 * "POST /boats/get" with `{ id }`.
 */
export interface AddressedDescriptor {
  readonly method: string
  readonly path: string
  /** By the templates of `path` that the operation's own path does not have. */
  readonly names: Readonly<Record<string, NamePlace>>
}

/**
 * Description of one operation for the server and the contract suite, with a member for each fact. Data only,
 * printed by the generator.
 */
export interface OperationDescriptor {
  /** Unique in the document: as the document spells it, or made from method and path. */
  readonly operationId: string
  /** Name in generated code, if it differs from the `operationId`: an identifier, unique in the document. */
  readonly name?: string
  /** Upper case: "GET"; an additional one of the document as it is written there. */
  readonly method: string
  /** Path template as the document has it: "/pets/{petId}", "/files/{+path}?alt=media#stream". */
  readonly path: string
  /** The operation in the bundled document: "#/paths/~1pets~1{petId}/get". */
  readonly pointer: string
  /** `x-source` of the operation: the section of a prose interface that it comes from. */
  readonly source?: string
  /** Absent: the server of the document. */
  readonly server?: ServerDescriptor
  /** First tag, or "default". */
  readonly tag: string
  /** Tags after the first. */
  readonly moreTags?: readonly string[]
  /** True if callers should no longer use it. */
  readonly deprecated?: true
  readonly summary?: string
  readonly parameters?: readonly ParameterDescriptor[]
  readonly requestBody?: RequestBodyDescriptor
  /** By status: "200", a range "4XX", or "default". */
  readonly responses: Readonly<Record<string, ResponseDescriptor>>
  /**
   * Subjects of refusals that descriptions name, by status, if they differ from its usual one: "The quota
   * is used up" for a 422.
   */
  readonly refusals?: Readonly<Record<string, readonly RefusalSubject[]>>
  /** Any one requirement suffices. Absent: no authentication. An empty requirement makes it optional. */
  readonly security?: readonly SecurityRequirement[]
  /** `security` is that of the whole document. */
  readonly inheritsSecurity?: true
  readonly list?: ListDescriptor
  /** Absent if its path names all that it is about. */
  readonly addressed?: AddressedDescriptor
  /** The operation as the document has it, of one that is read as it is addressed. */
  readonly written?: OperationDescriptor
  /** Name of the resource it belongs to, and what it does there. */
  readonly resource?: { readonly name: string; readonly role: ResourceRole }
  readonly effect?: EffectDescriptor
  /**
   * Its summary or description says that it is idempotent: a missing item may be deleted, and an existing one
   * may be created.
   */
  readonly idempotent?: true
  /**
   * A read whose summary or description says that it leaves a mark on the item: "marking the message as
   * read".
   */
  readonly marks?: true
  /**
   * The word by which the summary or description of a write says that something leaves
   * the API: "e-mails", "charges".
   */
  readonly delivery?: string
  /**
   * `x-harmless`: the operation may be sent to any server at any time, since it changes nothing important.
   */
  readonly harmless?: true
}

/**
 * Path of an item in the JSON of an operation: ["data", "pet"]. The step "0" leads from an array to its
 * items. Absent: the whole is the item, if it shows one.
 */
export interface Envelope {
  /** In a success. */
  readonly shown?: readonly string[]
  /** In the body of a request. */
  readonly written?: readonly string[]
}

/** A member by which paths name an item. */
export interface ItemName {
  /** ["id"] or ["user", "uuid"] */
  readonly path: readonly string[]
  /**
   * Absent: the document states it, as "id" for "{petId}". `likely` for a member whose name is usual for
   * identifiers; `known` for one by which a server has named its items.
   */
  readonly certainty?: 'likely' | 'known'
  /**
   * True if its text ends with the collection and the name, like "notes/10",
   * "/v1/notes/10" and "/books/7". @see AIP-122
   */
  readonly isBelowCollection?: true
}

/** A collection with items, inferred from the paths. */
export interface ResourceDescriptor {
  /** Unique: the collection's path without its templates, "organizations.members". */
  readonly name: string
  /** "/organizations/{organization_id}/members" */
  readonly collection: string
  /** "/organizations/{organization_id}/members/{user__uuid}"; absent when no operation addresses one item. */
  readonly item?: string
  /** The path parameter that names one item. */
  readonly idParameter?: string
  /**
   * Members of an item that hold the value of `idParameter`, the most certain first; absent when no
   * property of the item's schema fits.
   */
  readonly names?: readonly ItemName[]
  /**
   * The operation whose success shows a whole item: its list, if no other one does. Absent if none shows one.
   */
  readonly shownBy?: string
  /**
   * Envelopes of one item in requests and responses, by operationId; absent if a body, or an entry of a list,
   * is the item itself.
   */
  readonly envelopes?: Readonly<Record<string, Envelope>>
  /**
   * Name of the resource whose item the collection stands below, and the path
   * parameter that names that item here.
   */
  readonly parent?: { readonly name: string; readonly parameter: string }
  /** operationIds by role; an action is any other operation on the item. */
  readonly operations: Readonly<Partial<Record<Exclude<ResourceRole, 'action'>, string>>>
  readonly actions: readonly string[]
}

/** Transport of a credential. @see OpenAPI 3.1.1, Security Scheme Object */
export interface SecuritySchemeDescriptor {
  readonly type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS'
  /**
   * False where no operation requires it: a client sends its credential with
   * every call that requires no other.
   */
  readonly required?: false
  /** For `http`: "bearer", "basic", … in lower case. */
  readonly scheme?: string
  /** For `apiKey`. */
  readonly in?: 'query' | 'header' | 'cookie'
  readonly name?: string
  /** For `oauth2`: where tokens are had without a browser, by flow; absolute, or relative to the server. */
  readonly tokenUrls?: { readonly clientCredentials?: string; readonly password?: string }
  /**
   * For `oauth2`: every other address of its flows, as where people log in;
   * absolute, or relative to the server.
   */
  readonly flowUrls?: readonly string[]
  /** For `oauth2`: URL of the authorization server's metadata, its token endpoint among it. @see RFC 8414 */
  readonly oauth2MetadataUrl?: string
  /** For `openIdConnect`: the discovery document. */
  readonly openIdConnectUrl?: string
}

/** A whole document as data: what `generated/operations.ts` and `generated/schemas.ts` hold together. */
export interface DocumentDescriptor {
  /**
   * The range of this package that the descriptor was printed for: "0.2". Absent if it was not printed.
   */
  readonly runtime?: string
  readonly title: string
  readonly version: string
  /** The path of the first server, with the defaults of its variables: "/v1". Absent: the root. */
  readonly basePath?: string
  readonly operations: readonly OperationDescriptor[]
  readonly resources: readonly ResourceDescriptor[]
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeDescriptor>>
  /**
   * `x-trailing-slash`: the server answers every path with and without a slash at its end. If absent, only
   * the path as written.
   */
  readonly trailingSlash?: 'optional'
  /**
   * True if `format` is only an annotation, as from OpenAPI 3.1 on. Absent: texts have the formats. Servers
   * validate requests against them either way.
   */
  readonly formats?: 'annotate'
  /** JSON Schemas by name; a schema whose write view differs stands twice: `Pet` and `PetWrite`. */
  readonly definitions: Readonly<Record<string, JsonSchema>>
  /**
   * JSON Pointers of those definitions that do not stand in the bundled document as
   * "#/components/schemas/" and their name.
   */
  readonly places?: Readonly<Record<string, string>>
}
