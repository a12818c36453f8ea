import type { Sighting } from './sighting.ts'

/** True if a value went to the server or came from it. */
export type TrafficDirection = 'request' | 'answer'

/**
 * Fact that traffic showed and the document does not state, by the place of the document that it is about: a
 * clause, as rules name them.
 */
export type ObservedSubject =
  /**
   * A value breaks a keyword. `clause`: the schema that has it. `name`: the property that is missing or
   * forbidden.
   */
  | {
      readonly kind: 'misfit'
      readonly clause: string
      readonly keyword: string
      readonly name?: string
      readonly direction: TrafficDirection
      /** For alternatives of which a value fits none, or several: which of both. */
      readonly alternatives?: 'none' | 'several'
    }
  /**
   * A member that no schema of its object names, and none forbids. `clause`: the schema that names the
   * others.
   */
  | { readonly kind: 'unnamed member'; readonly clause: string; readonly name: string }
  /** `clause`: the responses of the operation. */
  | { readonly kind: 'status'; readonly clause: string; readonly status: number }
  /** `clause`: the response, or the body of the request. */
  | {
      readonly kind: 'media type'
      readonly clause: string
      readonly mediaType: string
      readonly direction: TrafficDirection
    }
  /** `clause`: the header of the response. */
  | { readonly kind: 'header missing'; readonly clause: string }
  /** A header that the document has elsewhere, and this response does not name. `clause`: the response. */
  | { readonly kind: 'header'; readonly clause: string; readonly name: string }
  /** `clause`: the parameter, or the body, which a success did without. */
  | { readonly kind: 'not sent'; readonly clause: string; readonly what: 'parameter' | 'body' }
  /** `clause`: the operation. `schemes`: of the document, those whose credentials were accepted. */
  | { readonly kind: 'credential asked for'; readonly clause: string }
  /** Faults of the server, which no document should have. */
  | { readonly kind: 'crash'; readonly clause: string; readonly status: number }
  | { readonly kind: 'secret shown'; readonly clause: string; readonly name: string }
  | { readonly kind: 'member lost'; readonly clause: string; readonly name: string }
  | { readonly kind: 'let in'; readonly clause: string }
  | { readonly kind: 'unreadable'; readonly clause: string }

export type SubjectKind = ObservedSubject['kind']

/** Number and places of the exchanges that show something. */
export interface Evidence {
  /** Exchanges that show it. */
  times: number
  /** Exchanges that show it, by operationId. */
  readonly operations: Map<string, number>
  /** Operations and statuses of the answers that show it: the groups that they are counted among. */
  readonly among: Set<string>
  /** The first exchange that shows it: "GET /pets/{petId} → 200". */
  readonly example: string
}

/** One thing that traffic showed, with all that was seen of it. */
export interface TrafficObservation {
  /** Subject of requests and answers alike: of answers as soon as one shows it. */
  subject: ObservedSubject
  readonly evidence: Evidence
  /**
   * Values at the place, or bodies of the media type; absent where the subject is about no value, or none
   * could be read.
   */
  seen?: Sighting
  /** For a new status or media type the bodies that are JSON, by media type; `undefined` for others. */
  readonly content: Map<string, Sighting | undefined>
  /** References of named schemas that allowed every such body, by media type. */
  readonly fitting: Map<string, readonly string[]>
  /** Requests whose answers showed the same value again, under the same name: the server kept it. */
  kept: number
  /** Names of the security schemes whose credentials a success had. */
  readonly schemes: Set<string>
  /** Challenges of refusals: "Bearer". */
  readonly challenges: Set<string>
}
