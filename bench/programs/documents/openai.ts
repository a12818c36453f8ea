import { createClient } from './generated/client.ts'
import { expect } from './only.ts'

// Answers are of another program: what this one needs of them is enough.
const files = ['file-1', 'file-2', 'file-3'].map((id) => ({ id, object: 'file', bytes: 4, purpose: 'batch' }))
const fetch = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname.endsWith('/responses'))
    return Response.json({
      id: 'r',
      output: [
        { type: 'reasoning', id: 'a', summary: [] },
        {
          type: 'message',
          id: 'b',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
        },
      ],
    })
  if (request.method === 'POST') {
    const file = (await request.formData()).get('file')
    return Response.json({
      ...files[0],
      filename: file instanceof File ? file.name : '',
      bytes: file instanceof File ? file.size : 0,
    })
  }
  const from = files.findIndex(({ id }) => id === searchParams.get('after')) + 1
  const data = files.slice(from, from + 2)
  return Response.json({
    object: 'list',
    data,
    first_id: data[0]?.id,
    last_id: data.at(-1)?.id,
    has_more: from + 2 < files.length,
  })
}
const api = createClient({ fetch, credentials: { ApiKeyAuth: 'sk' } })

const file = await api.files.createFile({ body: { file: new File(['four'], 'a.jsonl'), purpose: 'batch' } })
expect(file.filename === 'a.jsonl' && file.bytes === 4, 'the file that was uploaded')
const ids: string[] = []
for await (const { id } of api.files.listFiles.items({ query: { limit: 2 } })) ids.push(id)
expect(ids.join() === 'file-1,file-2,file-3', 'every file once')
const response = await api.responses.createResponse({ body: { model: 'gpt-4o', input: 'Hello' } })
const texts = response.output.flatMap((item) => (item.type === 'message' ? item.content : []))
expect(texts[0]?.type === 'output_text' && texts[0].text === 'Hi', 'the text of the message')
