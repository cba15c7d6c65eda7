import { answer, type Fault, isRecord } from '../exchange'
import { accepts, answers, fault, on } from '../make'

/** How the app looks and writes for a user. */
export const preferences: Fault[] = [
  fault(
    'preference-forgotten',
    'a preference is acknowledged, and not kept',
    on('users.setPreferences', async (exchange) => {
      const me = await exchange.ask('GET', '/api/v1/users/me', exchange.headers['authorization']?.slice(7) ?? '')
      return me.status === 200 && isRecord(exchange.body) && exchange.body['theme'] === 'system'
        ? answer(200, JSON.parse(me.text) as object)
        : exchange.send()
    }),
  ),
  fault('preference-of-all', 'what one user prefers, all have', async (exchange) => {
    if (exchange.call === 'users.setPreferences') {
      for (const token of exchange.tokens) await exchange.send({ headers: { authorization: `Bearer ${token}` } })
    }
    return exchange.send()
  }),
  fault(
    'preference-of-anything',
    'what nobody can prefer is taken as what is usual',
    accepts('users.setPreferences', (body) => (body['density'] === undefined ? body : { density: 'comfortable' })),
  ),
  fault(
    'preferences-untold',
    'what a user prefers is not told with who they are',
    answers('users.me', 'data.preferences', () => null),
  ),
  fault(
    'preference-of-the-main-language',
    'who prefers the language of one country is told to prefer that of all',
    answers('users.me', 'data.preferences.language', (language) =>
      typeof language === 'string' ? language.split('-')[0] : language,
    ),
  ),
  fault(
    'preference-of-a-clock-forgotten',
    'a clock of 24 hours is acknowledged, and the language is told to say it',
    answers('users.me', 'data.preferences.clock', (clock) => (clock === '24' ? 'language' : clock)),
  ),
]
