import type { App, ResponseValidation } from '@concordat/runtime/server'
import { createApp } from '../../generated/capture/server.ts'
import type { Connection } from '../database/connection.ts'
import { problemResponse } from '../errors.ts'
import { reportTo } from '../failures.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusals.ts'
import { decompress } from './decompress.ts'
import { captureHandlers } from './handlers.ts'

/** What capturing is made of. */
export interface CaptureParts {
  readonly db: Connection['db']
  readonly log: Log
  readonly validateResponses: ResponseValidation
}

/** Bytes of a body that are read, before and after decompression. */
const maxBodyBytes = 20 * 2 ** 20

/** Adds the operations of the capture document to an application. */
export function withCapture(app: App, parts: CaptureParts): App {
  const capture = createCaptureApp(parts)
  const paths = new Set(capture.operations.map(({ path }) => path))
  const respond = (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    return paths.has(pathname.replace(/(?<=.)\/$/, '')) ? answer(capture, request) : app(request)
  }
  return Object.assign(respond, { operations: [...app.operations, ...capture.operations] })
}

async function answer(capture: App, request: Request): Promise<Response> {
  try {
    return await capture(await decompress(request, maxBodyBytes))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, body } = problemResponse(error, request)
    return Response.json(body, { status })
  }
}

function createCaptureApp({ db, log, validateResponses }: CaptureParts): App {
  return createApp({
    handlers: captureHandlers(db),
    problemResponse,
    validateResponses,
    maxBodyBytes,
    trailingSlash: 'optional',
    onError: reportTo(log, 'capture failed'),
  })
}
