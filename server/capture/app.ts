import {
  type Answering,
  type App,
  HttpProblem,
  type Incoming,
  problemKinds,
  type ResponseValidation,
  toAnswering,
  toIncoming,
  type WrittenAnswer,
} from '@concordat/runtime/server'
import { createApp } from '../../generated/capture/server.ts'
import type { Connection } from '../database/connection.ts'
import type { OutboxBound } from '../events/outbox/bound.ts'
import type { Log } from '../observability/log.ts'
import { problemAsRefusal } from '../refusals/errors.ts'
import { reportFailuresTo } from '../refusals/failures.ts'
import { Refusal } from '../refusals/refusal.ts'
import { createShareGate, type Gate } from '../shares/gate.ts'
import { jsonAnswer } from '../values/json-answer.ts'
import { decompressCapture, type GrowthLimits, readCompressedCapture } from './decompress.ts'
import { captureWithoutForm } from './form-body.ts'
import { captureHandlers } from './handlers.ts'
import { captureRefusals } from './refusals.ts'
import { createCaptureTokens } from './tokens.ts'

/** Dependencies of capturing. */
export interface CaptureParts {
  readonly db: Connection['db']
  readonly log: Log
  readonly validateResponses: ResponseValidation
  /** @see OutboxBound */
  readonly outboxBound?: OutboxBound | undefined
}

const growth: GrowthLimits = { bytes: 20 * 2 ** 20, ratio: 100, freeBytes: 2 ** 20 }

/**
 * Maximum number of compressed bodies that are parsed at the same time, if they are allowed to exceed
 * `freeBytes` when decompressed. Each needs about 100 MB of memory for a short time.
 */
const largeBodies = 4
/** Maximum number of large bodies that wait to be parsed. They stay compressed until then. */
const waitingBodies = 100

/** A request handler and its operations. */
export interface ServedApp extends Pick<App, 'operations'> {
  readonly answer: Answering
}

/** Adds the capture document's operations to a server. */
export function withCapture(app: ServedApp, parts: CaptureParts): ServedApp {
  const capture = createCaptureApp(parts)
  const gate = createShareGate({
    places: largeBodies,
    waiting: waitingBodies,
    refuse: () => new Refusal(captureRefusals.tooManyLargeBodies),
  })
  const paths = new Set(capture.operations.map(({ path }) => path))
  const within = { capture: toAnswering(capture), gate }
  return {
    answer: (incoming) =>
      paths.has(incoming.target.pathname.replace(/(?<=.)\/$/, ''))
        ? answer(incoming, within)
        : app.answer(incoming),
    operations: [...app.operations, ...capture.operations],
  }
}

async function answer(
  incoming: Incoming,
  { capture, gate }: { readonly capture: Answering; readonly gate: Gate },
): Promise<WrittenAnswer> {
  const { request } = incoming
  try {
    const body = await readCompressedCapture(incoming, growth)
    if (body === undefined) return await capture(await captureWithoutForm(incoming, growth.bytes))
    const inflated = async () => {
      const whole = toIncoming(await decompressCapture(request, { body, limits: growth }))
      return await capture(await captureWithoutForm(whole, growth.bytes))
    }
    return await (body.isGzip && body.maxBytes > growth.freeBytes ? gate.pass(inflated) : inflated())
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    const usual = error.status ?? problemKinds[error.kind].statuses[0]
    const { status, body } = problemAsRefusal(error, { request, status: usual })
    return jsonAnswer(status, body, { ...error.headers, 'access-control-allow-origin': '*' })
  }
}

function createCaptureApp({ db, log, validateResponses, outboxBound }: CaptureParts): App {
  return createApp<number | undefined>({
    handlers: captureHandlers({ db, outboxBound }),
    authorizeBody: createCaptureTokens(db).authorizeBody,
    problemResponse: problemAsRefusal,
    validateResponses,
    maxBodyBytes: growth.bytes,
    trailingSlash: 'optional',
    // Any origin is allowed, because tokens are public: every page that sends events contains one.
    cors: { origins: '*', maxAgeSeconds: 86_400 },
    onError: reportFailuresTo(log, 'capture failed'),
  })
}
