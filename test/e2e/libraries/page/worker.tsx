import { ApiError } from '@concordat/runtime/client'
import { setupWorker } from 'msw/browser'
import { useEffect, useState } from 'react'
import { createClient } from '../../../golden/outputs-for-libraries/expected/client.ts'
import { createHandlers } from '../../../golden/outputs-for-libraries/expected/msw.ts'

const baseUrl = `${location.origin}/mocked`
const pets = [{ id: 7, name: 'Rex' }]
const worker = setupWorker(...createHandlers({ baseUrl, data: { '/pets': pets } }))
const started = worker.start({ quiet: true })
const api = createClient({ baseUrl })

/** A page whose service is a worker of the browser. */
export function WorkerPage() {
  const [names, setNames] = useState<readonly string[]>()
  const [refused, setRefused] = useState('')
  const show = async () => {
    await started
    const { results } = await api.pets.listPets({ query: { limit: 10 } })
    setNames(results.map(({ name }) => name))
  }
  useEffect(() => void show(), [])
  const add = async (name: string) => {
    try {
      await api.pets.createPet({ body: { name } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused(`refused: ${error.status}`)
    }
    await show()
  }
  return (
    <>
      <p>{names?.join(', ')}</p>
      <p role="alert">{refused}</p>
      <button type="button" onClick={() => add('Max')}>
        Right
      </button>
      <button type="button" onClick={() => add('')}>
        Wrong
      </button>
    </>
  )
}
