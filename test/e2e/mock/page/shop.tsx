import { type FormEvent, useCallback, useEffect, useState } from 'react'

interface Product {
  readonly id: number
  readonly title: string
}

interface Products {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Product[]
}

export interface ShopProps {
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * A page as somebody writes it whose service does not exist yet: it lists, turns pages,
 * adds, and tells what was refused.
 */
export function Shop({ baseUrl, fetch }: ShopProps) {
  const [link, setLink] = useState(`${baseUrl}/products?limit=2`)
  const [products, setProducts] = useState<Products>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  const call = useCallback(
    async (url: string, body?: object): Promise<unknown> => {
      setBusy(true)
      try {
        const answer = await fetch(
          new Request(url, {
            method: body === undefined ? 'GET' : 'POST',
            headers: { authorization: 'Bearer anything', 'content-type': 'application/json' },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
        )
        const text = await answer.text()
        const value = text === '' ? undefined : JSON.parse(text)
        const reason = value?.error?.message ?? answer.headers.get('mock-problem')
        setProblem(answer.ok ? '' : `${answer.status} ${reason}`)
        return answer.ok ? value : undefined
      } catch (error) {
        setProblem(String(error))
        return undefined
      } finally {
        setBusy(false)
      }
    },
    [fetch],
  )
  const show = useCallback(async () => {
    const page = await call(link)
    if (page !== undefined) setProducts(page as Products)
  }, [call, link])
  useEffect(() => void show(), [show])

  const add = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const title = new FormData(event.currentTarget).get('title')
    if ((await call(`${baseUrl}/products`, { title })) !== undefined) await show()
  }
  const turn = (to: string | null | undefined) => () => to && setLink(to)
  return (
    <main aria-busy={isBusy}>
      <p role="alert">{problem}</p>
      <p>{products?.count} products</p>
      <ul>
        {products?.results.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <button type="button" disabled={!products?.previous} onClick={turn(products?.previous)}>
        Previous
      </button>
      <button type="button" disabled={!products?.next} onClick={turn(products?.next)}>
        Next
      </button>
      <form onSubmit={add}>
        <label>
          Title <input name="title" />
        </label>
        <button type="submit">Add</button>
      </form>
    </main>
  )
}
