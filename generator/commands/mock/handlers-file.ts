import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MockHandler, MockHandlers } from '@concordat/mock'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { didYouMean } from '@concordat/runtime/nearest'
import { UsageError } from '../../errors/problem.ts'
import { unreadableFile } from '../../errors/unreadable-file.ts'

/**
 * Reads the handlers that a module exports: individually under their operations' names, in an object as the
 * default export, or both.
 * @throws {UsageError} if the file is missing or cannot be loaded, or an export is not a handler for the
 * document.
 */
export async function readMockHandlers(
  file: string,
  { operations }: Pick<DocumentDescriptor, 'operations'>,
): Promise<MockHandlers> {
  const name = relative(process.cwd(), file)
  if (!existsSync(file)) throw new UsageError(unreadableFile(name, 'ENOENT'))
  const { default: whole, ...exported } = await load(file, name)
  const found = { ...exported, ...(isObject(whole) && whole) }
  const known = new Set(operations.flatMap((operation) => [operation.operationId, operation.name ?? '']))
  const handlers = Object.entries(found).map(([key, value]) => {
    if (!known.has(key))
      throw new UsageError(
        `${name} exports "${key}", which is not an operation in the document.${didYouMean(key, [...known])}`,
      )
    if (!isHandler(value)) throw new UsageError(`${name} exports "${key}", which is not a function.`)
    return [key, value] as const
  })
  if (handlers.length > 0) return Object.fromEntries(handlers)
  throw new UsageError(`${name} exports no handlers. Expected: functions named after operations.`)
}

async function load(file: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new UsageError(`${name} cannot be loaded: ${reason}`, { cause: error })
  }
}

function isHandler(value: unknown): value is MockHandler {
  return typeof value === 'function'
}
