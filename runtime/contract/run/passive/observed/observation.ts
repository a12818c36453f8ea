import type { Sighting } from './sighting.ts'

/** Direction of a value: to the server or from it. */
export type TrafficDirection = 'request' | 'answer'

/**
 * A fact that traffic showed but the document does not state. It is identified by its location in the
 * document, a clause in the form that rules use.
 */
export type ObservedSubject =
  /**
   * A value violates a keyword. `clause` is the schema with the keyword, and `name` is the missing or
   * forbidden property.
   */
  | {
      readonly kind: 'misfit'
      readonly clause: string
      readonly keyword: string
      readonly name?: string
      readonly direction: TrafficDirection
      /** For alternatives, states whether the value matches none or several of them. */
      readonly alternatives?: 'none' | 'several'
    }
  /**
   * A property that no schema of its object names or forbids. `clause` is the schema that names the other
   * properties.
   */
  | { readonly kind: 'unnamed member'; readonly clause: string; readonly name: string }
  /** `clause` points to the responses of the operation. */
  | { readonly kind: 'status'; readonly clause: string; readonly status: number }
  /** `clause` points to the response or the request body. */
  | {
      readonly kind: 'media type'
      readonly clause: string
      readonly mediaType: string
      readonly direction: TrafficDirection
    }
  /** `clause` points to the header of the response. */
  | { readonly kind: 'header missing'; readonly clause: string }
  /** A header that is documented elsewhere but not for this response. `clause` points to the response. */
  | { readonly kind: 'header'; readonly clause: string; readonly name: string }
  /** `clause` points to the parameter or body that was missing in a successful request. */
  | { readonly kind: 'not sent'; readonly clause: string; readonly what: 'parameter' | 'body' }
  /**
   * `clause` points to the operation. The observation's `schemes` are the document's security schemes whose
   * credentials were accepted.
   */
  | { readonly kind: 'credential asked for'; readonly clause: string }
  /** A server error, which no document should describe. */
  | { readonly kind: 'crash'; readonly clause: string; readonly status: number }
  | { readonly kind: 'secret shown'; readonly clause: string; readonly name: string }
  | { readonly kind: 'member lost'; readonly clause: string; readonly name: string }
  | { readonly kind: 'let in'; readonly clause: string }
  | { readonly kind: 'unreadable'; readonly clause: string }

export type SubjectKind = ObservedSubject['kind']

/** The number of exchanges that show a fact, and where they occurred. */
export interface Evidence {
  /** Number of such exchanges. */
  times: number
  /** Number of such exchanges by operationId. */
  readonly operations: Map<string, number>
  /** Keys, as returned by `observedAnswerKey`, of the responses that show the fact. */
  readonly among: Set<string>
  /** The first such exchange: "GET /pets/{petId} → 200". */
  readonly example: string
}

/** One fact that traffic showed, with its evidence. */
export interface TrafficObservation {
  /** The fact that was observed. Its direction changes to "answer" as soon as a response shows it. */
  subject: ObservedSubject
  readonly evidence: Evidence
  /**
   * Values in the subject's location, or bodies with its media type; absent if the subject has no value, or
   * if no value could be read.
   */
  seen?: Sighting
  /** For a new status or media type, the JSON bodies, keyed by media type; `undefined` for other bodies. */
  readonly content: Map<string, Sighting | undefined>
  /** References to the named schemas that allow all bodies in `content`, keyed by media type. */
  readonly fitting: Map<string, readonly string[]>
  /** Number of requests whose value the response shows again, which indicates that the server kept it. */
  kept: number
  /** Names of the security schemes whose credentials a successful request had. */
  readonly schemes: Set<string>
  /** Challenges of refusals: "Bearer". */
  readonly challenges: Set<string>
}
