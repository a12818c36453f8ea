import { createRoot } from 'react-dom/client'
import { Shop } from './shop.tsx'

// The address of the mock stands behind the "#".
const baseUrl = location.hash.slice(1)
createRoot(document.body).render(<Shop baseUrl={baseUrl} fetch={(request) => fetch(request)} />)
