import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import type { OpenAIFile } from './generated/types.ts'
import { expect, only } from './only.ts'

const fileOf = (id: string, own: Partial<OpenAIFile> = {}): OpenAIFile => ({
  ...{ id, object: 'file', bytes: 4, created_at: 0, filename: id, purpose: 'batch', status: 'processed' },
  ...own,
})
const files = ['file-1', 'file-2', 'file-3'].map((id) => fileOf(id))
const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    createFile: async ({ body: { file } }) => ({
      status: 200,
      body: fileOf('file-4', { filename: file instanceof File ? file.name : '', bytes: file.size }),
    }),
    listFiles: async ({ query: { after, limit = 2 } }) => {
      const from = files.findIndex(({ id }) => id === after) + 1
      const data = files.slice(from, from + limit)
      const ends = { first_id: data[0]?.id ?? '', last_id: data.at(-1)?.id ?? '' }
      return { status: 200, body: { object: 'list', data, ...ends, has_more: from + limit < files.length } }
    },
    createResponse: async ({ body }) => ({
      status: 200,
      mediaType: 'application/json',
      body: {
        ...{ id: 'r', object: 'response', created_at: 0, error: null, incomplete_details: null },
        ...{ instructions: null, model: body.model ?? 'gpt-4o', tools: [], tool_choice: 'auto' },
        ...{ parallel_tool_calls: false, metadata: {}, temperature: 1, top_p: 1 },
        output: [
          { type: 'reasoning', id: 'a', summary: [] },
          {
            ...{ type: 'message', id: 'b', role: 'assistant', status: 'completed' },
            content: [{ type: 'output_text', text: 'Hi', annotations: [], logprobs: [] }],
          },
        ],
      },
    }),
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
  problemResponse: ({ detail, kind }) => ({
    body: { error: { message: detail, code: kind, param: null, type: 'invalid_request_error' } },
  }),
})
const api = createClient({ baseUrl: 'http://a.test', fetch: app, credentials: { ApiKeyAuth: 'sk' } })

const file = await api.files.createFile({ body: { file: new File(['four'], 'a.jsonl'), purpose: 'batch' } })
expect(file.filename === 'a.jsonl' && file.bytes === 4, 'the uploaded file')
const ids: string[] = []
for await (const { id } of api.files.listFiles.items({ query: { limit: 2 } })) ids.push(id)
expect(ids.join() === 'file-1,file-2,file-3', 'every file once')
const response = await api.responses.createResponse({ body: { model: 'gpt-4o', input: 'Hello' } })
const texts = response.output.flatMap((item) => (item.type === 'message' ? item.content : []))
expect(texts[0]?.type === 'output_text' && texts[0].text === 'Hi', 'the message text')
