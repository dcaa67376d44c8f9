// Words: docs/i18n/pt-br.md.

export default {
  shared: {
    applyOff:
      "Este site está em teste e ainda não recebe candidaturas. Não enviamos nada para a empresa.",
    refused: "O sistema da empresa não aceitou sua candidatura. Confira suas respostas.",
    notTaken: "O sistema da empresa não aceitou esta resposta.",
    name: "Digite seu nome, com no máximo 100 caracteres.",
    consent: (company: string) =>
      `${company} pode coletar, armazenar e tratar meus dados para avaliar minha candidatura.`,
  },
  /** Terms for contracts and working hours. */
  employment: {
    fulltime: "Período integral",
    parttime: "Meio período",
    full_or_part: "Período integral ou meio período",
    permanent: "Efetivo",
    fixed_term: "Prazo determinado",
    temporary: "Temporário",
    seasonal: "Por temporada",
    on_call: "Intermitente",
    minijob: "Minijob",
    contract: "Prestação de serviços",
    freelance: "Freelance",
    internship: "Estágio",
    traineeship: "Trainee",
    apprenticeship: "Aprendizagem",
    dual_studies: "Formação dual",
    thesis: "Trabalho de conclusão de curso",
    working_student: "Vaga para estudantes",
    volunteer: "Voluntariado",
  },
  ashby: {
    city: "Cidade",
    region: "Estado ou região",
    country: "País",
    whole: "Digite um número inteiro.",
  },
  greenhouse: {
    webAddress: "Não digite um endereço web aqui.",
    processing: (company: string) =>
      `${company} pode coletar, armazenar e tratar meus dados para avaliar minha candidatura a esta vaga.`,
    retention: (company: string, days: number | undefined) =>
      days === undefined
        ? `${company} pode guardar meus dados para me considerar em outras vagas mais adiante.`
        : `${company} pode guardar meus dados por ${days} dias para me considerar em outras vagas.`,
    demographic: (company: string) =>
      `${company} pode coletar, armazenar e tratar minhas respostas a estas perguntas opcionais.`,
  },
  lever: {
    org: "Empresa atual",
    place: "Onde você gostaria de trabalhar?",
    contact: (company: string) => `${company} pode entrar em contato comigo sobre outras vagas.`,
  },
  personio: {
    contact: (text: string) => `Contato: ${text}`,
    availableFrom: "Disponível a partir de",
    salaryExpectations: "Pretensão salarial",
    gender: "Gênero",
    genders: {
      female: "Feminino",
      male: "Masculino",
      diverse: "Não binário",
      undefined: "Prefiro não dizer",
    },
    files: {
      "cover-letter": "Carta de apresentação",
      "employment-reference": "Carta de referência",
      certificate: "Certificado",
      "work-sample": "Amostra de trabalho",
      other: "Outro arquivo",
    },
  },
  recruitee: { photo: "Foto" },
};
