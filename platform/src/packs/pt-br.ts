// Words: docs/i18n/pt-br.md.

export default {
  messages: {
    csrf: "O formulário expirou. Recarregue a página.",
    tooLarge: "Sua candidatura é grande demais. O currículo pode ter até 25 MB.",
    idempotencyKey: "O cabeçalho Idempotency-Key não é válido.",
    firstName: "Digite seu nome.",
    lastName: "Digite seu sobrenome.",
    nameTooLong: "O nome e o sobrenome devem ter no máximo 100 caracteres cada um.",
    cvMissing: "Escolha seu currículo.",
    cvEmpty: "O arquivo do seu currículo está vazio. Escolha outro.",
    killerQuestions: "Escolha uma resposta para cada pergunta.",
    openQuestions: "As perguntas desta vaga mudaram. Recarregue a página e confira suas respostas.",
    answerTooLong: "As respostas devem ter no máximo 5.000 caracteres.",
    alreadyApplied: "Você já se candidatou!",
  },
  email: {
    subject: (count: number, position: string | undefined) =>
      `${count === 1 ? "Nova candidatura" : `${String(count)} novas candidaturas`}${position === undefined ? "" : `: ${position}`}`,
    intro: (count: number) =>
      count === 1 ? "Você recebeu uma candidatura:" : `Você recebeu ${String(count)} candidaturas:`,
    deskLink: (link: string) => `Leia aqui: ${link}`,
    private: "Esta mensagem não contém dados de quem se candidatou.",
    test: {
      subject: "Mensagem de teste",
      text: "Este é um teste. Os avisos de novas candidaturas chegarão a este endereço.",
    },
  },
  confirmation: {
    tag: "pt-BR",
    colon: ":",
    subject: (position: string, company: string) => `Sua candidatura: ${position} (${company})`,
    hello: (name: string | undefined) => (name === undefined ? "Olá!" : `Olá, ${name}!`),
    received: (position: string, company: string) =>
      `${company} recebeu sua candidatura à vaga “${position}”.`,
    number: "Número da candidatura",
    sentAt: "Recebida em",
    contents: "O que você enviou",
    next: "Próximos passos",
    nextGeneral: (company: string) =>
      `Se ${company} quiser dar continuidade à sua candidatura, vai entrar em contato com você.`,
    receipt: "Ver comprovante",
    until: (date: string) => `Você pode abrir o comprovante até ${date}.`,
    stranger: "Não foi você? Alguém digitou seu e-mail no formulário. Você não precisa fazer nada.",
    test: "Este é um teste. Ninguém se candidatou.",
    labels: {
      first_name: "Nome",
      last_name: "Sobrenome",
      phone: "Telefone",
      cv: "Currículo",
      voluntary: "Perguntas opcionais",
      privacy: "Política de privacidade",
      email: "E-mail",
      cover_letter: "Carta de apresentação",
      linkedin: "Perfil no LinkedIn",
      website: "Site",
      location: "Onde você mora",
    },
  },
  /** Emails from a company's people. The words in braces are filled in. */
  reply: {
    subject: "Sua candidatura: {job} ({company})",
    hello: "Olá, {name}!",
    bye: "Atenciosamente,",
    received:
      "Agradecemos sua candidatura à vaga “{job}”. Já recebemos e estamos lendo. Assim que soubermos mais, escreveremos para você.",
    invitation:
      "Agradecemos sua candidatura à vaga “{job}”. Gostaríamos de conhecer você.\n\nResponda a este e-mail com dois ou três horários que sejam bons para você e diga se prefere vir até aqui ou conversar por telefone.",
    rejection:
      "Agradecemos sua candidatura à vaga “{job}” e o tempo que você dedicou a ela. Decidimos seguir com outras candidaturas e, por isso, não podemos oferecer esta vaga a você.\n\nDesejamos muito sucesso.",
  },
};
