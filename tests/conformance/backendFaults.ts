import { type Answer, type Asked, type Backend } from './backend'

export type Damage = (backend: Backend) => void
export interface Fault {
  damage: Damage
  only: string[]
  /** What is broken, as rule and call. */
  breaks: string
  readOnly?: boolean
}

/** Changes the answers of some requests. */
const answering =
  (pattern: RegExp, change: (answer: Answer, asked: Asked) => void): Damage =>
  (backend) => {
    const original = backend.respond.bind(backend)
    backend.respond = (asked) => {
      const answer = structuredClone(original(asked))
      if (pattern.test(`${asked.method} ${asked.path}`)) change(answer, asked)
      return answer
    }
  }

// What is in the body of an answer is what the test put there.
const bodyOf = (answer: Answer) =>
  answer.body as { data: Record<string, unknown>[]; meta: { total: number }; success: boolean }

/** Backends that break the contract in one way each. */
export const faults: Record<string, Fault> = {
  'a total that is one too high on the second page': {
    damage: answering(/search/, (answer, { body }) => {
      if (body['page'] === 2 && answer.status === 200) bodyOf(answer).meta.total += 1
    }),
    only: ['search'],
    breaks: 'search.total search.search',
  },
  'pages that overlap': {
    damage: (backend) => {
      backend.page = (rows, limit, page) => rows.slice(Math.max(0, (page - 1) * limit - 1)).slice(0, limit)
    },
    only: ['search'],
    breaks: 'search.paging search.search',
  },
  'a sort that is ignored': {
    damage: (backend) => {
      backend.sorted = (rows) => rows
    },
    only: ['search'],
    breaks: 'search.sort search.search',
  },
  'a sort within each page only': {
    damage: (backend) => {
      const sorted = backend.sorted.bind(backend)
      const page = backend.page.bind(backend)
      let last: Record<string, unknown> = {}
      backend.sorted = (rows, body) => {
        last = body
        return rows
      }
      backend.page = (rows, limit, number) =>
        sorted(page(rows, limit, number) as Record<string, unknown>[], last) as typeof rows
    },
    only: ['search'],
    breaks: 'search.sort search.search',
  },
  'q that leaves some rows out': {
    damage: (backend) => {
      const original = backend.matchesTerm
      backend.matchesTerm = (row, term) =>
        original(row, term) && (term === '' || !/ [KE] /.test(String(row['displayName'])))
    },
    only: ['search'],
    breaks: 'search.q search.search',
  },
  'another page size by default': {
    damage: (backend) => {
      const original = backend.search.bind(backend)
      backend.search = (user, body) => original(user, { limit: 20, ...body })
    },
    only: ['search'],
    breaks: 'search.defaults search.search',
  },
  'texts that are cut at 100 characters': {
    damage: (backend) => {
      backend.kept = (value) => (typeof value === 'string' ? value.trim().slice(0, 100) : value)
    },
    only: ['offers'],
    breaks: 'offers.create offers.create',
  },
  'money that is rounded': {
    damage: (backend) => {
      backend.kept = (value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)
    },
    only: ['offers'],
    breaks: 'offers.create offers.create',
  },
  'a delete that does nothing': {
    damage: (backend) => {
      backend.deleteOffer = (user, id) => {
        backend.row('offers', user, id)
        return { status: 200, body: { success: true, message: 'Deleted' } }
      }
    },
    only: ['offers'],
    breaks: 'offers.delete offers.delete',
  },
  "an answer with another record's id": {
    damage: (backend) => {
      const original = backend.createOffer.bind(backend)
      backend.createOffer = (...asked) => {
        original(...asked)
        return { status: 201, body: { data: backend.shown(backend.tables['offers']?.[0] ?? {}) } }
      }
    },
    only: ['offers'],
    breaks: 'offers.create offers.create',
  },
  'a search that answers what it did the last time': {
    damage: (backend) => {
      const original = backend.search.bind(backend)
      const answers = new Map<string, Answer>()
      backend.search = (user, body) => {
        const key = JSON.stringify([user.id, body])
        const fresh = structuredClone(original(user, body))
        const stale = answers.get(key) ?? fresh
        answers.set(key, fresh)
        return stale
      }
    },
    only: ['offers'],
    breaks: 'offers.create offers.create',
  },
  'a day that is shifted': {
    damage: (backend) => {
      const original = backend.updateCampaign.bind(backend)
      backend.updateCampaign = (user, id, body) =>
        original(user, id, body['startDate'] === '2001-02-03' ? { ...body, startDate: '2001-02-02' } : body)
    },
    only: ['campaigns'],
    breaks: 'campaigns.update campaigns.update',
  },
  'members that are left out by default': {
    damage: (backend) => {
      const original = backend.getCampaign.bind(backend)
      backend.getCampaign = (user, id, withMembers) => original(user, id, withMembers ?? 'false')
    },
    only: ['campaigns'],
    breaks: 'campaigns.withMembers campaigns.get',
    readOnly: true,
  },
  "another organization's campaign": {
    damage: (backend) => {
      backend.mayUse = () => true
    },
    only: ['campaigns'],
    breaks: 'access.foreignPath campaigns.get',
    readOnly: true,
  },
  'a token that is not looked at': {
    damage: (backend) => {
      const original = backend.userOf.bind(backend)
      const [anybody] = backend.users
      backend.userOf = (asked) => (asked.path.endsWith('/instances') && anybody ? anybody : original(asked))
    },
    only: ['gateways'],
    breaks: 'access.noToken gateways.listInstances',
    readOnly: true,
  },
  'a sign-in that tells whether the account exists': {
    damage: (backend) => {
      backend.loginRefusal = (isKnown) => (isKnown ? 'The password is wrong' : 'There is no such account')
    },
    only: ['users'],
    breaks: 'session.enumeration users.login',
    readOnly: true,
  },
  'a password that is compared without its case': {
    damage: (backend) => {
      backend.isPassword = (user, password) => user.password === String(password).toLowerCase()
    },
    only: ['users'],
    breaks: 'session.wrongPassword users.login',
    readOnly: true,
  },
  "a refusal that names another organization's campaign": {
    damage: (backend) => {
      const original = backend.getCampaign.bind(backend)
      backend.getCampaign = (user, id, withMembers) => {
        const campaign = backend.tables['campaigns']?.find((one) => one.id === id)
        if (!campaign || backend.mayUse(user, campaign.org)) return original(user, id, withMembers)
        return backend.refusal(403, `${String(campaign['name'])} is not yours`)
      }
    },
    only: ['campaigns'],
    breaks: 'access.nothingForeign campaigns.get',
    readOnly: true,
  },
  'a new offer that says it is in another campaign': {
    damage: answering(/POST .*offers$/, (answer) => {
      if (answer.status === 201) Object.assign((answer.body as { data: object }).data, { campaignId: '1' })
    }),
    only: ['offers'],
    breaks: 'offers.create offers.create',
  },
  'failures with another body': {
    damage: (backend) => {
      backend.refusal = (status, message) => ({ status, body: { error: message } })
    },
    only: ['orders'],
    breaks: 'shape.error orders.getByToken',
    readOnly: true,
  },
  'a payment link that has ended': {
    damage: answering(/orders\/token/, (answer) => {
      if (answer.status === 200) answer.body = { id: '777', expiresAt: '2020-01-01T00:00:00Z' }
    }),
    only: ['orders'],
    breaks: 'payment.expiry orders.getByToken',
    readOnly: true,
  },
  'another content type': {
    damage: answering(/plugins/, (answer) => {
      answer.contentType = 'text/plain'
    }),
    only: ['plugins'],
    breaks: 'http.contentType plugins.listInstalled',
    readOnly: true,
  },
  'a failure for an apostrophe': {
    damage: (backend) => {
      const original = backend.matchesTerm
      backend.matchesTerm = (row, term) => {
        if (term.includes("'")) throw new Error('syntax error at or near')
        return original(row, term)
      }
    },
    only: ['search'],
    breaks: 'http.noServerError search.search',
    readOnly: true,
  },
}
