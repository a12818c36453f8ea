import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../../generator/errors/problem.ts'
import { generate } from '../../../generator/generate.ts'
import type { Config } from '../../../generator/options/config/config-types.ts'
import { folder, openapi } from '../load/folder.ts'

const answer = (name: string) =>
  `{ 200: { description: Done, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } } }`
const text = openapi(`tags: [{ name: Webhooks }]
paths:
  /hooks: { get: { operationId: listHooks, tags: [Webhooks], responses: ${answer('hook_dto')} } }
components:
  schemas:
    hook_dto: { type: object, properties: { id: { type: string, readOnly: true }, owner: { $ref: '#/components/schemas/UserDto' } } }
    UserDto: { type: object, properties: { name: { type: string } } }`)

async function generated(config: Partial<Config>) {
  const own = await folder({ 'openapi.yaml': text })
  return generate({
    ...{
      document: join(own, 'openapi.yaml'),
      output: join(own, 'generated'),
      outputs: ['client', 'schemas', 'zod'],
    },
    ...config,
  })
}

describe('names of the user', () => {
  test('types of schemas are called as a function answers, and all that is named after them', async () => {
    const { model, files } = await generated({ typeNames: ({ name }) => `I ${name.replace(/_?dto$/i, '')}` })
    expect(model.schemas.map(({ name }) => name)).toEqual(['IHook', 'IUser'])
    expect(files.get('types.ts')).toContain('export interface IHook {')
    expect(files.get('schemas.ts')).toContain('export const IUserSchema')
    expect(files.get('zod.ts')).toContain('lazy(() => IUser_)')
  })

  test('two schemas of one name are numbered', async () => {
    const { model } = await generated({ typeNames: () => 'same' })
    expect(model.schemas.map(({ name }) => name)).toEqual(['Same', 'Same2'])
  })

  test('groups and files of tags are called as a function answers', async () => {
    const { model } = await generated({ tagNames: ({ name }) => `my ${name}` })
    expect(model.tags).toMatchObject([
      { name: 'Webhooks', identifier: 'myWebhooks', fileName: 'my-webhooks' },
    ])
  })

  test.each(['typeNames', 'tagNames'])('an answer that is no text is refused: %s', async (option) => {
    const call = generated({ [option]: () => '' })
    await expect(call).rejects.toThrow(new RegExp(`"${option}" returned "" for the (schema|tag) "`))
    await expect(call).rejects.toBeInstanceOf(UsageError)
  })
})
