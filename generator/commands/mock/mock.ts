import { createMock, type MockData, type MockOptions } from '@concordat/mock'
import { isObject } from '@concordat/runtime/json'
import { serve } from '@concordat/runtime/server/node'
import type { ResolvedConfig } from '../../configuration/read-config.ts'
import { counted } from '../../errors/counted.ts'
import { UsageError } from '../../errors/problem.ts'
import { requestExamples } from '../../model/examples/request-examples.ts'
import { responseExamples } from '../../model/examples/response-examples.ts'
import type { Model } from '../../model/model.ts'
import { durationMilliseconds } from '../../options/kinds/duration.ts'
import type { Given } from '../../options/options.ts'
import { PORT, untilListening, untilStopped } from '../listening.ts'
import type { MockResult } from '../progress/outcome.ts'
import type { Progress } from '../progress/progress.ts'
import { readDocumentAndTell } from '../progress/read-and-tell.ts'
import { recordedBasePaths } from '../traffic/base-path.ts'
import { readConfiguredDataFile } from '../verify/settings/data-file.ts'
import { readMockHandlers } from './handlers-file.ts'
import { mockTenantKeys } from './tenant-keys.ts'
import { mockWebhookDocument, webhookDeliveryLine } from './webhooks.ts'

export interface MockCommandOptions {
  readonly config: ResolvedConfig
  readonly given: Given
  readonly progress: Progress
  /** Ends the server. */
  readonly stop: AbortSignal
}

/**
 * Mocks a document until the command is told to stop. The first line on standard output contains the mock's
 * URL.
 * @throws {UsageError} if the data is not an object, or the port is already in use.
 */
export async function mockCommand({ config, given, progress, stop }: MockCommandOptions): Promise<0> {
  const { port = PORT, host, keys = false } = given
  const { model } = await readDocumentAndTell(config, progress)
  const tenants = keys ? mockTenantKeys(model.descriptor, given.seed) : undefined
  const mock = createMock(model.descriptor, {
    ...(await mockOptions(given, { model, progress })),
    ...(tenants !== undefined && { keys: tenants }),
  })
  const server = await untilListening(
    port,
    serve(mock, { port, ...(host !== undefined && { hostname: host }) }),
  )
  const lines = [
    `Listening on ${server.url}`,
    `${model.title}: ${counted(model.operations.length, 'operation')}.`,
    ...Object.entries(tenants ?? {}).map(([key, tenant]) => `Key of ${tenant}: ${key}`),
  ]
  const result: MockResult = {
    url: server.url,
    operations: model.operations.length,
    keys: Object.fromEntries(Object.entries(tenants ?? {}).map(([key, tenant]) => [tenant, key])),
  }
  progress.result({ text: lines.join('\n'), data: result, exitCode: 0, isRunning: true })
  await untilStopped(stop)
  await server.close(0)
  return 0
}

async function mockOptions(
  given: Given,
  { model, progress }: { readonly model: Model; readonly progress: Progress },
): Promise<MockOptions> {
  const {
    data,
    seed,
    items,
    handlers,
    noValidation = false,
    latency,
    failures,
    webhooks,
    webhookSecret,
  } = given
  const told = new Told(progress)
  const latencyMs = latency === undefined ? undefined : durationMilliseconds(latency)
  const examples = responseExamples(model)
  return {
    examples,
    requestExamples: requestExamples(model, examples),
    basePaths: recordedBasePaths(model.document),
    ...(data !== undefined && { data: readMockData(data) }),
    ...(seed !== undefined && { seed }),
    ...(items !== undefined && { items }),
    ...(handlers !== undefined && { handlers: await readMockHandlers(handlers, model.descriptor) }),
    validation: !noValidation,
    ...(latencyMs !== undefined && { latencyMs }),
    ...(failures !== undefined && { failures }),
    ...(webhooks !== undefined && {
      webhooks: {
        document: mockWebhookDocument(model, webhooks),
        url: webhooks,
        ...(webhookSecret !== undefined && { secret: webhookSecret }),
        onSent: (delivery) => progress.done(webhookDeliveryLine(delivery)),
      },
    }),
    onError: (error) => told.tell(error instanceof Error ? error.message : String(error)),
  }
}

function readMockData(file: string): MockData {
  const data = readConfiguredDataFile(file)
  if (isObject(data)) return data
  throw new UsageError(
    `"${file}" does not contain an object. Expected: an object that maps each path to an item or a list of items, such as {"/pets": [{"name": "Rex"}]}.`,
  )
}

/** Prints each message only once, even if every response causes it. */
class Told {
  readonly #progress: Progress
  readonly #known = new Set<string>()

  constructor(progress: Progress) {
    this.#progress = progress
  }

  tell(message: string): void {
    if (!this.#known.has(message)) this.#progress.done(message)
    this.#known.add(message)
  }
}
