// What the page can do without a script, it does: this narrows the calls while somebody types, and copies commands.
const form = document.querySelector('form')
const [words, level] = [document.querySelector('[name=q]'), document.querySelector('[name=level]')]
const articles = [...document.querySelectorAll('article')]

function narrow() {
  const wanted = words.value.toLowerCase().split(/\s+/)
  for (const article of articles) {
    const { text, level: of } = article.dataset
    article.hidden = (level.value !== '' && level.value !== of) || !wanted.every((word) => text.includes(word))
    document.querySelector(`nav a[href="#${article.id}"]`).parentElement.hidden = article.hidden
  }
  for (const group of document.querySelectorAll('.index')) {
    group.hidden = group.querySelector('li:not([hidden])') === null
    document.querySelector(group.querySelector('a').hash).hidden = group.hidden
  }
  const shown = articles.filter((article) => !article.hidden).length
  document.querySelector('[role=status]').textContent = `${shown} of ${articles.length} calls`
  document.querySelector('#none').hidden = shown > 0
  const address = new URL(location.href)
  for (const { name, value } of [words, level]) {
    if (value === '') address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  history.replaceState(null, '', address)
}

form.addEventListener('input', narrow)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  narrow()
})
form.querySelector('button').hidden = true

for (const button of document.querySelectorAll('button.copy')) {
  // A browser copies on secure pages only.
  button.hidden = navigator.clipboard === undefined
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent)
    button.textContent = 'Copied'
  })
  button.addEventListener('blur', () => {
    button.textContent = 'Copy'
  })
}
