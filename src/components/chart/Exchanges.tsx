import { inspector } from '../../../styled-system/recipes/inspector'

interface ExchangesProps {
  label: string
  /** Data as JSON text, empty for none. */
  exchanges: readonly {
    at: number
    method: string
    path: string
    status?: number | undefined
    body: string
    answer: string
  }[]
}

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

/** Calls to the backend, each with what was sent and what came back to be opened. */
export function Exchanges({ label, exchanges }: ExchangesProps) {
  return (
    <ul className={inspector().exchanges} aria-label={label}>
      {exchanges.map(({ at, method, path, status, body, answer }) => (
        <li key={`${at} ${method} ${path}`}>
          <details>
            <summary>
              <b>
                {method} {status ?? 'no answer'}
              </b>{' '}
              {path}
            </summary>
            {body !== '' && <pre>{`sent\n${indented(body)}`}</pre>}
            {answer !== '' && <pre>{`answer\n${indented(answer)}`}</pre>}
          </details>
        </li>
      ))}
    </ul>
  )
}
